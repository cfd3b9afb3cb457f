import { STATES, type StateView } from '#shared/api/analytics-states.ts';
import {
  METRICS,
  type AnalyticsView,
  type AnnotationView,
  type MetricName,
  type MetricView,
  type LessonNumbersView,
  type ViewSource,
} from '#shared/api/analytics.ts';
import { formatAmount, minorDigits } from '#shared/money.ts';
import { DAY_MS } from '#shared/time.ts';
import { OWN_LOCALE } from '../../lib/page/own-locale.ts';

const COUNT = new Intl.NumberFormat(OWN_LOCALE);
/** Formats a whole number. */
export const formatCount = (count: number) => COUNT.format(count);
const COMPACT = new Intl.NumberFormat(OWN_LOCALE, { notation: 'compact', maximumFractionDigits: 1 });
const SHORT_DAY = new Intl.DateTimeFormat(OWN_LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const LONG_DAY = new Intl.DateTimeFormat(OWN_LOCALE, {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Formats a day (`YYYY-MM-DD`, UTC) for the axis. */
export const formatShortDay = (day: string) => SHORT_DAY.format(new Date(day));
/** Formats a day (`YYYY-MM-DD`, UTC) in full. */
export const formatLongDay = (day: string) => LONG_DAY.format(new Date(day));

/** Formats a value of a number: money in the currency of the server, else a whole number. */
export function formatValue(name: MetricName, value: number, currency: string): string {
  if (METRICS[name].unit !== 'money') return COUNT.format(value);
  return formatAmount(value, currency, OWN_LOCALE);
}

/** An hour and a day, in minutes. */
const [HOUR, DAY] = [60, 24 * 60];
const wordAmount = (amount: number, unit: string) =>
  `${COUNT.format(Math.round(amount))} ${unit}${Math.round(amount) === 1 ? '' : 's'}`;

/** Formats a number that is true now, with its unit. */
export function wordState({ name, value }: StateView): string {
  if (value === null) return '–';
  const { unit } = STATES[name];
  if (unit === 'count') return COUNT.format(value);
  if (unit === 'days') return wordAmount(value, 'day');
  if (value < 2 * HOUR) return wordAmount(value, 'minute');
  return value < 2 * DAY ? wordAmount(value / HOUR, 'hour') : wordAmount(value / DAY, 'day');
}

/** Formats a value for an axis, in as few characters as possible. */
export function formatAxis(name: MetricName, value: number, currency: string): string {
  return COMPACT.format(METRICS[name].unit === 'money' ? value / 10 ** minorDigits(currency) : value);
}

/** Lists the days of a period, oldest first. */
export function daysOf({ from, to }: { from: string; to: string }): string[] {
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return Array.from({ length: count }, (_, i) => new Date(Date.parse(from) + i * DAY_MS).toISOString().slice(0, 10));
}

/** Words the difference to the period before; null without one. */
export function wordChange({ name, total, previousTotal }: MetricView, currency: string): string | null {
  if (previousTotal === null) return null;
  if (total === previousTotal) return 'The same as in the period before';
  const difference = formatValue(name, Math.abs(total - previousTotal), currency);
  const percent =
    previousTotal === 0 ? '' : ` (${String(Math.round((100 * Math.abs(total - previousTotal)) / previousTotal))}%)`;
  return `${difference}${percent} ${total > previousTotal ? 'more' : 'less'} than in the period before`;
}

/** Summarises a graph in words: the sum, the change, and the highest day. */
export function summarise(view: AnalyticsView, metric: MetricView): string {
  const { name, total, days } = metric;
  const format = (value: number) => formatValue(name, value, view.currency);
  const { label } = METRICS[name];
  const period = days.length === 1 ? 'on one day' : `in ${String(days.length)} days`;
  if (total === 0) return `${label}: none ${period}.`;
  const highest = Math.max(...days);
  const day = daysOf(view)[days.indexOf(highest)] ?? view.to;
  const isShared = days.filter((value) => value === highest).length > 1;
  const change = wordChange(metric, view.currency);
  return [
    `${label}: ${format(total)} ${period}.`,
    change && `${change}.`,
    `${isShared ? 'The highest value of a day' : 'The highest day'} is ${format(highest)}, ${
      isShared ? 'first on' : 'on'
    } ${formatLongDay(day)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Words what a member did on a day; a note is its own text. */
export function wordAnnotation({ type, title, value }: AnnotationView, currency: string): string {
  const about = title === null ? 'a removed item' : `“${title}”`;
  const ofYours = title === null ? ', removed since,' : ` ${about}`;
  const price = value === null ? '' : formatValue('revenue', value, currency);
  return {
    'item-published': `You published ${about}`,
    'price-changed': `You changed the price of ${about} to ${value === 0 ? 'free' : price}`,
    'announcement-posted': `You posted the announcement ${about}`,
    'event-held': `Your event${ofYours} took place`,
    'ad-started': `Your advertisement${ofYours} was first shown`,
    note: title ?? '',
  }[type];
}

/** From where pages of items are opened. */
export const SOURCE_LABELS: Readonly<Record<ViewSource, string>> = {
  feed: 'Home',
  search: 'Search',
  catalogue: 'Courses',
  profile: 'Profiles',
  public: 'Public page',
  direct: 'Links and other pages',
};

/** Words where most learners stop; null where no part has fewer than the one before. */
export function wordDrop(
  parts: NonNullable<LessonNumbersView['numbers']>['lessons'],
  noun: 'lesson' | 'file',
): string | null {
  const drops = parts.map(({ finished }, at) => (parts[at - 1]?.finished ?? finished) - finished);
  const most = Math.max(0, ...drops);
  const part = parts[drops.indexOf(most)];
  if (most === 0 || !part) return null;
  return `The largest drop is at “${part.title}”: ${COUNT.format(most)} fewer than at the ${noun} before.`;
}
