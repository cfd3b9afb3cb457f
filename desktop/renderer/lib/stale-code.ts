import { MINUTE_MS } from '#shared/time.ts';

/**
 * What browsers say of code that a page asked for and did not get; Chrome, Firefox and Safari, then Vite of a style
 * sheet.
 */
const LOST = /dynamically imported module|importing a module script failed|unable to preload css/i;
const KEY = 'renewedAt';

/** True for an error that says that a part of the app's code could not be fetched. */
export function isCodeLost(error: unknown): boolean {
  return error instanceof Error && LOST.test(error.message);
}

/**
 * Loads the page afresh, since a new version on the server takes the code of the one before away; at most once a
 * minute, and only when the server answers, so that an open page is never given up for the browser's own error. Answers
 * whether it does.
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
