import { Moon } from 'lucide-react';
import { useEffect, useReducer } from 'react';
import { Name } from '../../../ui/Name.tsx';

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
/** The longest wait a timer takes; the page is opened anew long before. */
const DAY_MS = 86_400_000;

/** Tells the sender that the other has quiet hours, while they hold; the time is the sender's own. */
export function QuietNotice({ name, quiet }: { name: string; quiet: { from: string; until: string } }) {
  const [, lookAgain] = useReducer((times: number) => times + 1, 0);
  const nowMs = Date.now();
  const [fromMs, untilMs] = [Date.parse(quiet.from), Date.parse(quiet.until)];
  const next = [fromMs, untilMs].find((moment) => moment > nowMs);
  useEffect(() => {
    if (next === undefined) return;
    const timer = setTimeout(lookAgain, Math.min(next - Date.now() + 500, DAY_MS));
    return () => clearTimeout(timer);
  }, [next]);
  if (nowMs < fromMs || nowMs >= untilMs) return null;
  return (
    <p
      role="status"
      className="flex items-center gap-2 border-t border-border bg-surface-sunken px-4 py-2 text-[0.8125rem] text-text-muted"
    >
      <Moon aria-hidden="true" className="size-3.5 shrink-0" />
      <span>
        <Name>{name}</Name> has quiet hours until {CLOCK.format(new Date(untilMs))}; no sound will be made.
      </span>
    </p>
  );
}
