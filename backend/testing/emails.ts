import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An email as written to the data folder; `link` is the path of the app in its text. */
export interface WrittenEmail {
  to: string;
  subject: string;
  text: string;
  link: string;
}

/** Reads every email to an address, in the order they were queued. */
export function readEmails(dataDir: string, to: string): WrittenEmail[] {
  const folder = join(dataDir, 'mail');
  const files = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.eml'))
        .toSorted()
    : [];
  return files.map((name) => parseEmail(readFileSync(join(folder, name), 'utf8'))).filter((email) => email.to === to);
}

/** Reads one email as it is sent or written. */
export function parseEmail(raw: string): WrittenEmail {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  const headerOf = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
  const [plain = ''] = raw.split(/Content-Type: text\/html/i);
  const text = plain
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const link = /https?:\/\/[^/\s]+(\/\S*)/.exec(text)?.[1] ?? '';
  return { to: headerOf('To').replaceAll(/[<>]/g, ''), subject: headerOf('Subject'), text, link };
}
