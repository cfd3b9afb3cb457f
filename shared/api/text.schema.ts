import * as z from 'zod/mini';

/** Text without surrounding spaces, at most `max` characters; `missing` and `tooLong` are the messages. */
export function textSchema(missing: string, max: number, tooLong: string) {
  return z.string(missing).check(z.trim(), z.maxLength(max, tooLong));
}

/** An absolute https address without a username or password, at most `max` characters. */
export function httpsLinkSchema(missing: string, max: number) {
  return textSchema(missing, max, `A link has at most ${max} characters`).check(
    z.refine(isHttps, 'Write a link that starts with https://'),
  );
}

function isHttps(link: string): boolean {
  if (!URL.canParse(link)) return false;
  const { protocol, username, password } = new URL(link);
  return protocol === 'https:' && username === '' && password === '';
}

/** The IANA name of a time zone. */
export const timeZoneSchema = z
  .string('Choose a time zone')
  .check(z.maxLength(64, 'This is not a time zone'), z.refine(isTimeZone, 'This is not a time zone'));

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).format(0) !== '';
  } catch {
    return false;
  }
}
