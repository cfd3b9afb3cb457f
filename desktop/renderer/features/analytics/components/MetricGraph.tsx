import { useId } from 'react';
import { METRICS, type AnalyticsView, type MetricView } from '#shared/api/analytics.ts';
import { lazily } from '../../../lib/lazily.tsx';
import { Card } from '../../../ui/Card.tsx';
import {
  daysOf,
  formatAxis,
  formatLongDay,
  formatShortDay,
  formatValue,
  summarise,
  wordAnnotation,
} from '../wording.ts';

const DayChart = lazily(async () => (await import('../../../ui/DayChart.tsx')).DayChart);

/** Id of the graph's section, which a chosen card brings into view. */
export const GRAPH_ID = 'analytics-graph';
/** Below so many days a comparison says little. */
const FEW_DAYS = 7;

/** One number as a graph, with its definition, a summary in words, and what the user did in the period. */
export function MetricGraph({ view, metric }: { view: AnalyticsView; metric: MetricView }) {
  const id = useId();
  const { label, definition } = METRICS[metric.name];
  const days = daysOf(view);
  const format = (value: number) => formatValue(metric.name, value, view.currency);
  const marked = (day: string) => view.annotations.filter((annotation) => annotation.day === day);
  const describe = (at: number): string => {
    const day = days[at] ?? view.to;
    const previous = metric.previousDays?.[at];
    return [
      `${formatLongDay(day)}${day === view.today ? ' (not over)' : ''}: ${format(metric.days[at] ?? 0)}`,
      ...(previous === undefined ? [] : [`the period before: ${format(previous)}`]),
      ...marked(day).map((annotation) => wordAnnotation(annotation, view.currency)),
    ].join('; ');
  };
  const chartDays = days.map((day, at) => ({
    name: formatShortDay(day),
    value: metric.days[at] ?? 0,
    previous: metric.previousDays?.[at] ?? null,
    isMarked: marked(day).length > 0,
  }));
  const isYoung = days.filter((day) => day >= view.since).length < FEW_DAYS;
  return (
    <Card as="section" id={GRAPH_ID} aria-labelledby={id} className="mb-4 scroll-mt-16 scroll-mb-20">
      <h2 id={id} className="text-base font-semibold">
        {`${label} per day`}
      </h2>
      <p className="text-small text-text-muted">{definition}</p>
      <p className="mt-2">{summarise(view, metric)}</p>
      {isYoung && <p className="mt-1 text-small text-text-muted">It is too early to compare these numbers.</p>}
      <div className="mt-3 min-h-72">
        <DayChart
          key={metric.name}
          label={`${label} per day`}
          days={chartDays}
          describe={describe}
          formatValue={(value) => formatAxis(metric.name, value, view.currency)}
        />
      </div>
      <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-small text-text-muted">
        <Key pattern="w-5 border-t-2 border-accent-text" text="This period" />
        {metric.previousDays !== null && (
          <Key pattern="w-5 border-t-2 border-dashed border-text-muted" text="The period before" />
        )}
        {view.annotations.length > 0 && (
          <Key pattern="h-3 border-s-2 border-dotted border-text-muted" text="What you did, and notes" />
        )}
      </p>
    </Card>
  );
}

function Key({ pattern, text }: { pattern: string; text: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden="true" className={`inline-block ${pattern}`} />
      <span>{text}</span>
    </span>
  );
}
