import clsx from 'clsx';

const SHOWN_FROM = 0.9;

/** Shows the number of characters left near the limit; negative when the text is too long. */
export function Remaining({ text, maxChars }: { text: string; maxChars: number }) {
  const left = maxChars - text.length;
  if (text.length < maxChars * SHOWN_FROM) return null;
  return (
    <span
      role="status"
      className={clsx('text-small tabular-nums', left < 0 ? 'font-medium text-danger' : 'text-text-muted')}
    >
      {left < 0 ? `${String(-left)} too many` : `${String(left)} left`}
    </span>
  );
}
