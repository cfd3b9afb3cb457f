import { useEffect } from 'react';

const PRODUCT_NAME = 'Lyceum';

/** The window title and the number of what is unread. */
let shownTitle = '';
let unreadCount = 0;

function writeTitle(): void {
  const name = shownTitle === '' ? PRODUCT_NAME : `${shownTitle} · ${PRODUCT_NAME}`;
  document.title = unreadCount > 0 ? `(${unreadCount > 99 ? '99+' : String(unreadCount)}) ${name}` : name;
}

/** Puts a number before the window title, as in "(3) Home · Lyceum"; none for 0. */
export function setTitleCount(count: number): void {
  unreadCount = count;
  writeTitle();
}

/** Path whose h1 was focused last; undefined until the first page is shown. */
let focusedPath: string | undefined;

function isTyping(element: Element | null): boolean {
  return element instanceof HTMLElement && (element.matches('input, textarea, select') || element.isContentEditable);
}

/**
 * Sets the window's title to '{title} · Lyceum' and, when the address has changed since the last page, moves focus to
 * the page's h1 so that screen readers start there. The first page of a visit and a field that took focus are left
 * alone.
 */
export function usePageTitle(title: string): void {
  useEffect(() => {
    shownTitle = title;
    writeTitle();
  }, [title]);

  // No dependency list: a page that shows another item is not remounted, and an h1 may be rendered after its data.
  useEffect(() => {
    const path = globalThis.location.pathname;
    if (path === focusedPath) return;
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('h1');
    if (heading === null) return;
    const isFirstPage = focusedPath === undefined;
    focusedPath = path;
    if (isFirstPage || isTyping(document.activeElement)) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    globalThis.scrollTo(0, 0);
  });
}
