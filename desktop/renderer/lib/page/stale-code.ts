import { MINUTE_MS } from '#shared/time.ts';

/** Error messages for code that could not be loaded: Chrome, Firefox, Safari, and Vite for a style sheet. */
const LOST = /dynamically imported module|importing a module script failed|unable to preload css/i;
const KEY = 'renewedAt';

/** Whether an error means that a part of the app's code could not be fetched. */
export function isCodeLost(error: unknown): boolean {
  return error instanceof Error && LOST.test(error.message);
}

/**
 * Reloads the page, because a new version on the server removes the code of the previous one. Does so at most once a
 * minute and only when the server responds, so that the browser's error page never replaces an open page. Returns
 * whether it reloads.
 */
export async function renewPage(
  page: Pick<Window, 'location' | 'sessionStorage'> = globalThis as unknown as Window,
): Promise<boolean> {
  try {
    const { ok } = await fetch('/', { method: 'HEAD', cache: 'no-store' });
    if (!ok || Date.now() - Number(page.sessionStorage.getItem(KEY)) < MINUTE_MS) return false;
    page.sessionStorage.setItem(KEY, String(Date.now()));
  } catch {
    return false;
  }
  page.location.reload();
  return true;
}
