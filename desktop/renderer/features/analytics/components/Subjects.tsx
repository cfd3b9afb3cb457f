import {
  METRICS,
  type AnalyticsView,
  type MetricSubject,
  type MetricSubjectView,
  type MetricView,
} from '#shared/api/analytics.ts';
import { Name } from '../../../ui/Name.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { formatValue, SOURCE_LABELS } from '../wording.ts';
import { Parts } from './Parts.tsx';

const WORDS: Record<Exclude<MetricSubject, null>, { one: string; removed: string; others: string }> = {
  item: { one: 'item', removed: 'A removed item', others: 'All other items' },
  post: { one: 'post', removed: 'A removed post', others: 'All other posts' },
  event: { one: 'event', removed: 'A removed event', others: 'All other events' },
  advertisement: { one: 'advertisement', removed: 'A removed advertisement', others: 'All other advertisements' },
};

interface SubjectsProps {
  view: AnalyticsView;
  metric: MetricView;
  /** Returns the path of the numbers of one item. */
  pathOf: (itemId: string) => string;
}

/**
 * The chosen number by item, post, event or advertisement, largest first, and views of items also by source; the parts
 * have the sum of the card. An item leads to its own numbers.
 */
export function Subjects({ view, metric, pathOf }: SubjectsProps) {
  const { subject, label } = METRICS[metric.name];
  const format = (count: number) => formatValue(metric.name, count, view.currency);
  const parts = view.item === null ? metric.subjects : [];
  const sources = metric.name === 'item-views' ? (view.viewSources ?? []) : [];
  const words = subject === null ? null : WORDS[subject];
  const nameOf = ({ id, title }: MetricSubjectView) => {
    if (id === null) return words?.others;
    if (!title) return words?.removed;
    const name = <Name>{title}</Name>;
    return subject === 'item' ? <TextLink to={pathOf(id)}>{name}</TextLink> : name;
  };
  return (
    <>
      {words !== null && parts.length > 0 && (
        <Parts
          title={`${label} by ${words.one}`}
          columns={[words.one, label]}
          parts={parts.map((part) => ({ key: part.id ?? 'others', name: nameOf(part), count: part.count }))}
          whole={metric.total}
          format={format}
        />
      )}
      {sources.length > 0 && (
        <Parts
          title={`${label} by source`}
          columns={['Source', label]}
          parts={sources.map(({ source, count }) => ({
            key: source ?? 'unknown',
            name: source === null ? 'Not known' : SOURCE_LABELS[source],
            count,
          }))}
          whole={metric.total}
          format={format}
        />
      )}
    </>
  );
}
