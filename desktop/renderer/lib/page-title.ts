import { useEffect } from 'react';

const PRODUCT_NAME = 'Lyceum';

/** What the window is called now, and how many things wait unread. */
let shownTitle = '';
let unreadCount = 0;

function writeTitle(): void {
  const name = shownTitle === '' ? PRODUCT_NAME : `${shownTitle} · ${PRODUCT_NAME}`;
  document.title = unreadCount > 0 ? `(${unreadCount > 99 ? '99+' : String(unreadCount)}) ${name}` : name;
}

/** Puts a number before the window's title, as "(3) Home · Lyceum"; none for 0. */
export function setTitleCount(count: number): void {
  unreadCount = count;
  writeTitle();
}

/** Address whose h1 had its turn; undefined until the first page stands. */
let announcedPath: string | undefined;

function isTyping(element: Element | null): boolean {
  return element instanceof HTMLElement && (element.matches('input, textarea, select') || element.isContentEditable);
}

/**
 * Sets the window's title to '{title} · Lyceum' and, when the address has changed since the last page, moves focus to
 * the page's h1 so that screen readers start there. The first page of a visit and a field that took focus are left
 * alone. Source: product.md section 1.
 */
export function usePageTitle(title: string): void {
  useEffect(() => {
    shownTitle = title;
    writeTitle();
  }, [title]);

  // No dependency list: a page that shows another item keeps its component, and an h1 may come after its data.
  useEffect(() => {
    const path = globalThis.location.pathname;
    if (path === announcedPath) return;
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('h1');
    if (heading === null) return;
    const isFirstPage = announcedPath === undefined;
    announcedPath = path;
    if (isFirstPage || isTyping(document.activeElement)) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    globalThis.scrollTo(0, 0);
  });
}
