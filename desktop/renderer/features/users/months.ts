import { OWN_LOCALE } from '../../lib/page/own-locale.ts';

const MONTH = new Intl.DateTimeFormat(OWN_LOCALE, { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Formats a month (`YYYY-MM`); returns any other text unchanged. */
function monthOf(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? month : MONTH.format(date);
}

/** Formats a range of months; null as the end means the present. */
export function spanOf({ start, end }: { start: string; end: string | null }): string {
  return `${monthOf(start)} – ${end === null ? 'today' : monthOf(end)}`;
}
