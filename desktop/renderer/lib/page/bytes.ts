import { OWN_LOCALE } from './own-locale.ts';

const UNITS = ['bytes', 'kB', 'MB', 'GB'] as const;
const WHOLE = new Intl.NumberFormat(OWN_LOCALE, { maximumFractionDigits: 0 });
const TENTHS = new Intl.NumberFormat(OWN_LOCALE, { maximumFractionDigits: 1 });

/** Formats a number of bytes: "640 bytes", "12 kB", "3.4 MB"; a kB is 1,024 bytes. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1_024 && unit < UNITS.length - 1) {
    value /= 1_024;
    unit += 1;
  }
  const digits = unit > 1 && value < 10 ? TENTHS : WHOLE;
  return `${digits.format(value)} ${UNITS[unit] ?? 'bytes'}`;
}
