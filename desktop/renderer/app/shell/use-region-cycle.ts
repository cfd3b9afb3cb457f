import { useEffect } from 'react';

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), textarea, select, [tabindex="0"]';

function isVisible(element: HTMLElement): boolean {
  return element.checkVisibility();
}

function focusRegion(region: HTMLElement): void {
  const first = [...region.querySelectorAll<HTMLElement>(FOCUSABLE)].find((element) => isVisible(element));
  if (first) {
    first.focus();
    return;
  }
  region.tabIndex = -1;
  region.focus();
}

/** F6 and Shift+F6 move between the parts of the window, which carry `data-region`, in the order of the page. */
export function useRegionCycle(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'F6' || event.ctrlKey || event.metaKey || event.altKey) return;
      const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter((region) =>
        isVisible(region),
      );
      if (regions.length === 0) return;
      event.preventDefault();
      // The innermost region counts: a right rail stands inside main.
      const current = regions.findLastIndex((region) => region.contains(document.activeElement));
      const step = event.shiftKey ? -1 : 1;
      const start = current === -1 && event.shiftKey ? 0 : current;
      const next = regions.at((start + step + regions.length) % regions.length);
      if (next) focusRegion(next);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
