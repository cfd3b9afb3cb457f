import clsx from 'clsx';

const SHOWN_FROM = 0.9;

/** How many characters are left, once the end is near; below zero by how many a text is too long. */
export function Remaining({ text, maxChars }: { text: string; maxChars: number }) {
  const left = maxChars - text.length;
  if (text.length < maxChars * SHOWN_FROM) return null;
  return (
    <span
      role="status"
      className={clsx('text-[0.8125rem] tabular-nums', left < 0 ? 'font-medium text-danger' : 'text-text-muted')}
    >
      {left < 0 ? `${String(-left)} too many` : `${String(left)} left`}
    </span>
  );
}
