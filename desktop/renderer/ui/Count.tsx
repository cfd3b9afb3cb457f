import { OWN_LOCALE } from '../lib/page/own-locale.ts';

const SHORT = new Intl.NumberFormat(OWN_LOCALE, { notation: 'compact', maximumFractionDigits: 1 });
const EXACT = new Intl.NumberFormat(OWN_LOCALE);

/** A whole number, shortened from 1,000 on, with the full value on hover and for screen readers. */
export function Count({ value }: { value: number }) {
  const exact = EXACT.format(value);
  if (value < 1000) return <span>{exact}</span>;
  return (
    <span title={exact}>
      <span aria-hidden="true">{SHORT.format(value)}</span>
      <span className="sr-only">{exact}</span>
    </span>
  );
}
