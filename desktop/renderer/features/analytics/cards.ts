import { METRICS_OF_ROLE, type AnalyticsView, type MetricName, type MetricView } from '#shared/api/analytics.ts';
import type { Role } from '#shared/api/endpoint.ts';

/** The most cards that are shown before the others are asked for. */
const FIRST_CARDS_MAX = 6;

/** The numbers that tell a role the most, in the order of their cards. */
export const FIRST_METRICS: Readonly<Record<Role, readonly MetricName[]>> = {
  student: ['study-minutes', 'items-completed', 'study-days', 'profile-views', 'likes', 'connections'],
  teacher: ['item-views', 'enrollments', 'completions', 'downloads', 'revenue', 'reviews'],
  institution: ['item-views', 'enrollments', 'profile-views', 'rsvps', 'event-guests', 'ad-views'],
  creator: ['item-views', 'sales', 'revenue', 'refunds', 'downloads', 'reviews'],
};

/** The numbers of a view as cards: at most six that are shown first, and all others in the groups of the role. */
export interface CardGroups {
  first: MetricView[];
  more: { title: string; metrics: MetricView[] }[];
}

/** Splits the numbers of a view; where it lacks some of the first ones, as for one item, the next ones move up. */
export function cardsOf({ role, metrics }: Pick<AnalyticsView, 'role' | 'metrics'>): CardGroups {
  const byName = new Map(metrics.map((metric) => [metric.name, metric]));
  const pick = (names: Iterable<MetricName>) => [...names].flatMap((name) => byName.get(name) ?? []);
  const groups = METRICS_OF_ROLE[role];
  const ordered = new Set([...FIRST_METRICS[role], ...groups.flatMap(({ metrics: names }) => names)]);
  const first = pick(ordered).slice(0, FIRST_CARDS_MAX);
  const isMore = (name: MetricName) => !first.some((metric) => metric.name === name);
  const more = groups.map(({ title, metrics: names }) => ({ title, metrics: pick(names.filter(isMore)) }));
  return { first, more: more.filter((group) => group.metrics.length > 0) };
}
