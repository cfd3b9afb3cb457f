import type { KeyboardEvent } from 'react';

const FOCUSABLE =
  'a[href], button:not([disabled]), input:not([disabled]), textarea:not([disabled]), select:not([disabled]), [tabindex="0"]';

function isUsable(element: HTMLElement): boolean {
  return element.tabIndex >= 0 && element.getClientRects().length > 0;
}

/** Returns the nearest control before or after the feed. */
function neighbour(feed: HTMLElement, isBefore: boolean): HTMLElement | undefined {
  const outside = [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((element) => {
    const where = feed.compareDocumentPosition(element);
    const wanted = isBefore ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING;
    return (where & wanted) !== 0 && !feed.contains(element) && !element.contains(feed) && isUsable(element);
  });
  return isBefore ? outside.at(-1) : outside[0];
}

/**
 * Handles the keys of a feed: PageDown and PageUp go to the next and previous post, Ctrl+End and Ctrl+Home leave the
 * feed; text fields keep their keys. Source: ARIA Authoring Practices, feed pattern.
 */
export function onFeedKeyDown(event: KeyboardEvent<HTMLElement>): void {
  const target = event.target as HTMLElement;
  if (target.matches('input, textarea, select') || event.defaultPrevented) return;
  const feed = event.currentTarget;
  let next: HTMLElement | undefined;
  if (event.ctrlKey && (event.key === 'Home' || event.key === 'End')) {
    next = neighbour(feed, event.key === 'Home');
  } else if (event.key === 'PageDown' || event.key === 'PageUp') {
    const posts = [...feed.querySelectorAll<HTMLElement>('article[aria-posinset]')];
    const at = posts.findIndex((post) => post.contains(target));
    next = posts[at + (event.key === 'PageDown' ? 1 : -1)];
  }
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
}
