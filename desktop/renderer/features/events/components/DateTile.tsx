import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

const MONTH = new Intl.DateTimeFormat(OWN_LOCALE, { month: 'short' });

/** Month and day as a calendar page; decorative, because the full date is beside it. */
export function DateTile({ date }: { date: Date }) {
  return (
    <span
      aria-hidden="true"
      className="flex size-12 shrink-0 flex-col items-center justify-center rounded-md border border-border bg-surface-raised"
    >
      <span className="text-tiny leading-tight text-text-muted">{MONTH.format(date)}</span>
      <span className="text-base leading-tight font-semibold tabular-nums">{date.getDate()}</span>
    </span>
  );
}
