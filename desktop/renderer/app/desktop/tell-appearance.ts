import type { Bridge } from '#shared/bridge/contract.ts';
import { loadAppearance } from '../../styles/appearance.ts';

/** Tells the shell the theme and the page's ground, now and at each change, for the window's first paint; answers a function that ends it. */
export function tellAppearance(page: Document, bridge: Pick<Bridge, 'setAppearance'>): () => void {
  const tell = (): void => {
    const background = toHex(getComputedStyle(page.body).backgroundColor);
    if (background !== undefined) void bridge.setAppearance({ theme: loadAppearance().theme, background }).catch(() => {});
  };
  const observer = new MutationObserver(tell);
  observer.observe(page.documentElement, { attributeFilter: ['data-theme', 'data-scheme'] });
  tell();
  return () => observer.disconnect();
}

/** `#rrggbb` of a computed colour without transparency; undefined for any other. */
function toHex(color: string): string | undefined {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color)?.slice(1);
  return parts && `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
}
