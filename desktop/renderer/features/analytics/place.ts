import { METRIC_NAMES, type MetricName, type PeriodView } from '#shared/api/analytics.ts';
import { ANALYTICS_LIMITS } from '#shared/limits.ts';
import { DAY_MS } from '#shared/time.ts';

/** The periods that can be chosen, in days up to today. */
export const PERIODS = [7, 28, 90, 365] as const;
/**
 * The state of the page in the URL. `range` are the chosen days; null for `days` up to today. `metric` is null for the
 * first number of the role, `item` for all items.
 */
export interface AnalyticsPlace {
  days: (typeof PERIODS)[number];
  range: PeriodView | null;
  item: string | null;
  isCompared: boolean;
  metric: MetricName | null;
}

const DEFAULT_DAYS = 28;

/** Parses the URL; ignores invalid values. */
export function readPlace(search: URLSearchParams): AnalyticsPlace {
  return {
    days: PERIODS.find((days) => String(days) === search.get('days')) ?? DEFAULT_DAYS,
    range: readRange(search),
    item: search.get('item'),
    isCompared: search.get('compare') === 'true',
    metric: METRIC_NAMES.find((name) => name === search.get('metric')) ?? null,
  };
}

/** Returns what is wrong with the days of a period, in words; null when nothing is. */
export function checkRange({ from, to }: PeriodView, nowMs = Date.now()): string | null {
  if (!isDay(from) || !isDay(to)) return 'Choose two days';
  if (from > to) return 'The first day is after the last one';
  if (from < ANALYTICS_LIMITS.firstDay || to > dayOf(nowMs)) return 'Choose days up to today';
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return days > ANALYTICS_LIMITS.daysMax ? `Choose at most ${String(ANALYTICS_LIMITS.daysMax)} days` : null;
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && dayOf(Date.parse(text)) === text;
}

function readRange(search: URLSearchParams): PeriodView | null {
  const range = { from: search.get('from') ?? '', to: search.get('to') ?? '' };
  return checkRange(range) === null ? range : null;
}

/** Returns the URL parameters of a state, without default values, beside parameters of the page around it. */
export function writePlace(
  search: URLSearchParams,
  { days, range, item, isCompared, metric }: AnalyticsPlace,
): URLSearchParams {
  const next = new URLSearchParams(search);
  const set = (name: string, value: string | null) => (value === null ? next.delete(name) : next.set(name, value));
  set('days', days === DEFAULT_DAYS || range !== null ? null : String(days));
  set('from', range?.from ?? null);
  set('to', range?.to ?? null);
  set('item', item);
  set('compare', isCompared ? 'true' : null);
  set('metric', metric);
  return next;
}

/** The chosen days, or so many days up to today, in UTC. */
export function periodOf({ days, range }: Pick<AnalyticsPlace, 'days' | 'range'>, nowMs = Date.now()): PeriodView {
  return range ?? { from: dayOf(nowMs - (days - 1) * DAY_MS), to: dayOf(nowMs) };
}
