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

/** Moves focus to the next or previous region, an element with `data-region`, in document order. */
export function cycleRegions(isBackwards: boolean): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter((region) => isVisible(region));
  // The innermost region counts: a right rail is inside main.
  const current = regions.findLastIndex((region) => region.contains(document.activeElement));
  const start = current === -1 && isBackwards ? 0 : current;
  const next = regions.at((start + (isBackwards ? -1 : 1) + regions.length) % regions.length);
  if (next) focusRegion(next);
}
