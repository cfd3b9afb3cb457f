import { useNow } from '../lib/page/use-now.ts';
import { SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS } from '#shared/time.ts';
import { OWN_LOCALE } from '../lib/page/own-locale.ts';

const FULL = new Intl.DateTimeFormat(OWN_LOCALE, { dateStyle: 'full', timeStyle: 'short' });
const DAY_THIS_YEAR = new Intl.DateTimeFormat(OWN_LOCALE, { day: 'numeric', month: 'short' });
const DAY_OTHER_YEAR = new Intl.DateTimeFormat(OWN_LOCALE, { day: 'numeric', month: 'short', year: 'numeric' });
const LONG_DAY = new Intl.DateTimeFormat(OWN_LOCALE, { dateStyle: 'long' });
const WEEK_MS = 7 * DAY_MS;

/** How far a clock may be behind the server's; a time of the near future is 'now'. */
const SKEW_MS = HOUR_MS;

/** Formats the time between a date and `nowMs`: 'now', '5m', '3h', '2d', then the date. */
export function relativeTime(date: Date, nowMs: number): string {
  const passedMs = nowMs - date.getTime();
  const agoMs = passedMs >= -SKEW_MS ? Math.max(0, passedMs) : passedMs;
  if (agoMs >= 0 && agoMs < 45 * SECOND_MS) return 'now';
  if (agoMs >= 0 && agoMs < HOUR_MS) return `${String(Math.max(1, Math.round(agoMs / MINUTE_MS)))}m`;
  if (agoMs >= 0 && agoMs < DAY_MS) return `${String(Math.floor(agoMs / HOUR_MS))}h`;
  if (agoMs >= 0 && agoMs < WEEK_MS) return `${String(Math.floor(agoMs / DAY_MS))}d`;
  const isThisYear = date.getFullYear() === new Date(nowMs).getFullYear();
  return (isThisYear ? DAY_THIS_YEAR : DAY_OTHER_YEAR).format(date);
}

interface TimeProps {
  /** ISO 8601. */
  iso: string;
  /** 'relative' (the default) shows the elapsed time, 'date' the day. */
  format?: 'relative' | 'date' | undefined;
  className?: string | undefined;
}

function Relative({ date }: { date: Date }) {
  return <span aria-hidden="true">{useNow((nowMs) => relativeTime(date, nowMs))}</span>;
}

/** A short date, with the full date in the user's zone on hover; an invalid date shows nothing. */
export function Time({ iso, format = 'relative', className }: TimeProps) {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return null;
  const full = FULL.format(date);
  if (format === 'date') {
    return (
      <time dateTime={iso} title={full} className={className}>
        {LONG_DAY.format(date)}
      </time>
    );
  }
  return (
    <time dateTime={iso} title={full} className={className}>
      <Relative date={date} />
      <span className="sr-only">{full}</span>
    </time>
  );
}
