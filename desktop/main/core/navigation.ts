import { APP_ORIGIN } from './app-files.ts';

const EXTERNAL = new Set(['https:', 'http:', 'mailto:']);

/** True for a page of the app itself. Compared by parts, since URL gives custom schemes no origin. */
export function isAppUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, username, password } = new URL(url);
  return `${protocol}//${host}` === APP_ORIGIN && username === '' && password === '';
}

/** The address to hand to the system's browser for a link out of the app; null for what must not leave it. */
export function externalUrl(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const parsed = new URL(url);
  return EXTERNAL.has(parsed.protocol) && parsed.username === '' && parsed.password === '' ? parsed.href : null;
}
