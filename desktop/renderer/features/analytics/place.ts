import { METRIC_NAMES, type MetricName, type PeriodView } from '#shared/api/analytics.ts';
import { DAY_MS } from '#shared/time.ts';

/** The periods that can be chosen, in days up to today. */
export const PERIODS = [7, 28, 90, 365] as const;
/** The state of the page in the URL. `metric` is null for the first number of the role. */
export interface AnalyticsPlace {
  days: (typeof PERIODS)[number];
  isCompared: boolean;
  metric: MetricName | null;
}

const DEFAULT_DAYS = 28;

/** Parses the URL; ignores invalid values. */
export function readPlace(search: URLSearchParams): AnalyticsPlace {
  return {
    days: PERIODS.find((days) => String(days) === search.get('days')) ?? DEFAULT_DAYS,
    isCompared: search.get('compare') === 'true',
    metric: METRIC_NAMES.find((name) => name === search.get('metric')) ?? null,
  };
}

/** Returns the URL parameters of a state, without default values, beside parameters of the page around it. */
export function writePlace(search: URLSearchParams, { days, isCompared, metric }: AnalyticsPlace): URLSearchParams {
  const next = new URLSearchParams(search);
  const set = (name: string, value: string | null) => (value === null ? next.delete(name) : next.set(name, value));
  set('days', days === DEFAULT_DAYS ? null : String(days));
  set('compare', isCompared ? 'true' : null);
  set('metric', metric);
  return next;
}

/** The period of so many days up to today, in UTC. */
export function periodOf(days: number, nowMs = Date.now()): PeriodView {
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return { from: dayOf(nowMs - (days - 1) * DAY_MS), to: dayOf(nowMs) };
}
