import { MINUTE_MS } from '#shared/time.ts';

/** Error messages for code that could not be loaded: Chrome, Firefox, Safari, and Vite for a style sheet. */
const LOST = /dynamically imported module|importing a module script failed|unable to preload css/i;
const KEY = 'renewedAt';

/** Whether an error means that a part of the app's code could not be fetched. */
export function isCodeLost(error: unknown): boolean {
  return error instanceof Error && LOST.test(error.message);
}

/** What {@link renewPage} did: it reloads, the server does not respond, or the page was reloaded a moment ago. */
export type Renewal = 'reloads' | 'unreachable' | 'renewed-before';

/**
 * Reloads the page, because a new version on the server removes the code of the previous one. Does so at most once a
 * minute and only when the server responds, so that the browser's error page never replaces an open page.
 */
export async function renewPage(
  page: Pick<Window, 'location' | 'sessionStorage'> = globalThis as unknown as Window,
): Promise<Renewal> {
  try {
    const { ok } = await fetch('/', { method: 'HEAD', cache: 'no-store' });
    if (!ok) return 'unreachable';
    if (Date.now() - Number(page.sessionStorage.getItem(KEY)) < MINUTE_MS) return 'renewed-before';
    page.sessionStorage.setItem(KEY, String(Date.now()));
  } catch {
    return 'unreachable';
  }
  page.location.reload();
  return 'reloads';
}
