const MONTH = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** A month (`YYYY-MM`) in words; what is none comes back as it is. */
function monthOf(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? month : MONTH.format(date);
}

/** Two months in words; no end means that it goes on. */
export function spanOf({ start, end }: { start: string; end: string | null }): string {
  return `${monthOf(start)} – ${end === null ? 'today' : monthOf(end)}`;
}
