import { useId } from 'react';
import {
  METRICS,
  type AnalyticsView,
  type MetricSubject,
  type MetricSubjectView,
  type MetricView,
} from '#shared/api/analytics.ts';
import { Card } from '../../../ui/Card.tsx';
import { Name } from '../../../ui/Name.tsx';
import { formatValue } from '../wording.ts';

const WORDS: Record<Exclude<MetricSubject, null>, { one: string; removed: string; others: string }> = {
  item: { one: 'item', removed: 'A removed item', others: 'All other items' },
  post: { one: 'post', removed: 'A removed post', others: 'All other posts' },
  event: { one: 'event', removed: 'A removed event', others: 'All other events' },
  advertisement: { one: 'advertisement', removed: 'A removed advertisement', others: 'All other advertisements' },
};

/** The chosen number by item, post, event or advertisement, largest first; the parts have the sum of the card. */
export function Subjects({ view, metric }: { view: AnalyticsView; metric: MetricView }) {
  const id = useId();
  const { subject, label } = METRICS[metric.name];
  if (subject === null || metric.subjects.length === 0) return null;
  const words = WORDS[subject];
  const titleOf = ({ id: subjectId, title }: MetricSubjectView) =>
    subjectId === null ? words.others : title || words.removed;
  return (
    <Card as="section" aria-labelledby={id} className="mb-4">
      <h2 id={id} className="text-base font-semibold">
        {label} by {words.one}
      </h2>
      <table className="mt-2 w-full text-small">
        <thead className="sr-only">
          <tr>
            <th scope="col">{words.one}</th>
            <th scope="col">{label}</th>
          </tr>
        </thead>
        <tbody>
          {metric.subjects.map((part) => (
            <tr key={part.id ?? 'others'}>
              <th scope="row" className="w-full max-w-0 py-1 pe-4 text-start font-normal">
                <Name className="block truncate">{titleOf(part)}</Name>
                <span aria-hidden="true" className="mt-1 block h-1.5 rounded-full bg-surface-sunken">
                  <span
                    className="block h-full rounded-full bg-accent"
                    style={{ width: `${String((100 * part.count) / metric.total)}%` }}
                  />
                </span>
              </th>
              <td className="py-1 text-end align-top whitespace-nowrap tabular-nums">
                {formatValue(metric.name, part.count, view.currency)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
