import type { AnalyticsView } from '#shared/api/analytics.ts';
import { Card } from '../../../ui/Card.tsx';
import { Name } from '../../../ui/Name.tsx';
import { formatShortDay, wordAnnotation } from '../wording.ts';

/** What the user did in the period, newest first; nothing without an action. */
export function Annotations({ view }: { view: AnalyticsView }) {
  if (view.annotations.length === 0) return null;
  return (
    <Card as="section" aria-label="What you did" className="mb-4">
      <h2 className="text-base font-semibold">What you did</h2>
      <ul
        className="mt-2 max-h-64 space-y-1.5 overflow-y-auto text-small"
        tabIndex={0}
        aria-label="What you did, by day"
      >
        {view.annotations.map((annotation) => (
          <li key={`${annotation.day} ${annotation.type} ${annotation.subjectId}`} className="flex gap-3">
            <time dateTime={annotation.day} className="w-14 shrink-0 text-text-muted tabular-nums">
              {formatShortDay(annotation.day)}
            </time>
            <Name className="min-w-0 wrap-anywhere">{wordAnnotation(annotation, view.currency)}</Name>
          </li>
        ))}
      </ul>
    </Card>
  );
}
