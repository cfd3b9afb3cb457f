const LINE_BYTES = 75;

/** One entry of a calendar. */
export interface CalendarEntry {
  id: string;
  title: string;
  description: string;
  location: string;
  /** Address of its page. */
  url: string;
  start: Date;
  end: Date;
  createdAt: Date;
  changedAt: Date;
  /** Counts changes, so that a calendar takes the newest. */
  revision: number;
  status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
}

/**
 * Writes a calendar as iCalendar text. `host` makes the entries' ids unique in the world. Source: RFC 5545; names and
 * refreshing: RFC 7986.
 */
export function toCalendar(name: string, host: string, entries: readonly CalendarEntry[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lyceum//Events//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...entries.flatMap((entry) => toLines(entry, host)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

function toLines(entry: CalendarEntry, host: string): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${entry.id}@${host}`,
    `DTSTAMP:${toUtc(entry.changedAt)}`,
    `CREATED:${toUtc(entry.createdAt)}`,
    `LAST-MODIFIED:${toUtc(entry.changedAt)}`,
    `SEQUENCE:${entry.revision}`,
    `DTSTART:${toUtc(entry.start)}`,
    `DTEND:${toUtc(entry.end)}`,
    `SUMMARY:${escapeText(entry.title)}`,
    ...(entry.description === '' ? [] : [`DESCRIPTION:${escapeText(entry.description)}`]),
    ...(entry.location === '' ? [] : [`LOCATION:${escapeText(entry.location)}`]),
    `URL:${entry.url}`,
    `STATUS:${entry.status}`,
    'END:VEVENT',
  ];
}

/** A moment as `20261124T180000Z`. */
function toUtc(time: Date): string {
  return time.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

/** TEXT of RFC 5545 section 3.3.11; control characters, which it does not allow, are left out. */
function escapeText(text: string): string {
  return (
    text
      .replaceAll(/\r\n?/g, '\n')
      // oxlint-disable-next-line no-control-regex -- these are the ones to leave out
      .replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F]/g, '')
      .replaceAll(/[\\;,]/g, String.raw`\$&`)
      .replaceAll('\n', String.raw`\n`)
  );
}

/** Folds a line at 75 octets of UTF-8, never inside a character (RFC 5545, section 3.1). */
function foldLine(line: string): string {
  let folded = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LINE_BYTES) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}
