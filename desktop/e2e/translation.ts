import type { BrowserContext } from '@playwright/test';

/** What a page wrote that no reader of a translation sees; read by {@link translatePages}. */
const STALE = 'A text changed that the translation has replaced';

/**
 * Translates all pages of a context as Chrome does: each text node, also a later one, is replaced by a copy in two
 * `font` elements, and the node of the page is detached (react/react#11538). Returns the faults of the pages: errors,
 * and changes of detached texts, which stay invisible.
 */
export async function translatePages(context: BrowserContext): Promise<readonly string[]> {
  const faults: string[] = [];
  const watch = (page: ReturnType<BrowserContext['pages']>[number]): void => {
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error' && /NotFoundError|replaced/.test(message.text())) faults.push(message.text());
    });
  };
  for (const page of context.pages()) watch(page);
  context.on('page', watch);
  await context.addInitScript(replaceTexts, STALE);
  return faults;
}

function replaceTexts(stale: string): void {
  const untouched = new Set(['SCRIPT', 'STYLE', 'TITLE', 'TEXTAREA', 'OPTION', 'FONT']);
  const later = new MutationObserver((records) => {
    for (const { target, oldValue } of records) {
      if (target.textContent !== oldValue) console.error(`${stale}: ${oldValue} -> ${target.textContent}`);
    }
  });
  const replace = (text: Text): void => {
    if (!/\p{L}|\d/u.test(text.data) || untouched.has(text.parentElement?.tagName ?? 'SCRIPT')) return;
    const outer = document.createElement('font');
    outer.append(document.createElement('font'));
    outer.firstElementChild?.append(text.data);
    text.replaceWith(outer);
    later.observe(text, { characterData: true, characterDataOldValue: true });
  };
  const replaceIn = (root: Node): void => {
    if (root instanceof Text) replace(root);
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) replace(text);
  };
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'characterData') replaceIn(target);
      else for (const node of addedNodes) replaceIn(node);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}
