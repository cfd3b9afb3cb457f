import { Moon } from 'lucide-react';
import { useEffect, useReducer } from 'react';
import { Name } from '../../../ui/Name.tsx';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

const CLOCK = new Intl.DateTimeFormat(OWN_LOCALE, { hour: 'numeric', minute: '2-digit' });
/** Maximum delay of the timer, far below the limit of setTimeout (2^31 - 1 ms). */
const MAX_DELAY_MS = 86_400_000;

/** Shows, during a peer's quiet hours, when they end in the user's own time zone. */
export function QuietHoursBar({ name, quiet }: { name: string; quiet: { from: string; until: string } }) {
  const [, refresh] = useReducer((times: number) => times + 1, 0);
  const nowMs = Date.now();
  const [fromMs, untilMs] = [Date.parse(quiet.from), Date.parse(quiet.until)];
  const next = [fromMs, untilMs].find((moment) => moment > nowMs);
  useEffect(() => {
    if (next === undefined) return;
    const timer = setTimeout(refresh, Math.min(next - Date.now() + 500, MAX_DELAY_MS));
    return () => clearTimeout(timer);
  }, [next]);
  if (nowMs < fromMs || nowMs >= untilMs) return null;
  return (
    <p
      role="status"
      className="flex items-center gap-2 border-t border-border bg-surface-sunken px-4 py-2 text-small text-text-muted"
    >
      <Moon className="size-3.5 shrink-0" />
      <span>
        <Name>{name}</Name>{' '}
        <span>{`has quiet hours until ${CLOCK.format(new Date(untilMs))}. They will not get an alert.`}</span>
      </span>
    </p>
  );
}
