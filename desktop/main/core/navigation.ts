import { findPage, type BridgePage } from '#shared/bridge/page.ts';
import { APP_ORIGIN } from './app-files.ts';

const EXTERNAL = new Set(['https:', 'http:', 'mailto:']);

/** True for a page of the app. Compares the parts, because URL returns no origin for custom schemes. */
export function isAppUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, username, password } = new URL(url);
  return `${protocol}//${host}` === APP_ORIGIN && username === '' && password === '';
}

/** Returns which page of the app an address is; null for a foreign address. */
export function pageOf(url: string): BridgePage | null {
  return isAppUrl(url) ? findPage(new URL(url).pathname) : null;
}

/** Returns the address to open in the system's browser, or null when its scheme is not allowed. */
export function externalUrl(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const parsed = new URL(url);
  return EXTERNAL.has(parsed.protocol) && parsed.username === '' && parsed.password === '' ? parsed.href : null;
}
