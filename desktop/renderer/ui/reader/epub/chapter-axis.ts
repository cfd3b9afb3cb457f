/**
 * The direction in which a chapter goes on: down, or to the left or right where its lines are vertical. All numbers are
 * pixels from the start of the chapter, or from the edge of the frame at which the text begins.
 */
export interface ChapterAxis {
  /** How much of the chapter is visible at once. */
  visiblePx: () => number;
  /** How much of the chapter is before the part that is visible. */
  beforePx: () => number;
  /** How much can be before it at most. */
  rangePx: () => number;
  scrollTo: (beforePx: number) => void;
  /** How far a box is from the edge of the frame at which the text begins. */
  distanceOf: (box: DOMRect) => number;
  /** The point in the middle of a line that is so far from that edge, as x and y in the frame. */
  pointAt: (distancePx: number) => [number, number];
}

/** Returns whether the lines of a chapter are vertical; its body decides for the whole page (CSS Writing Modes 8). */
export function isVertical(page: Document): boolean {
  return writingModeOf(page).startsWith('vertical');
}

/** Returns whether the pages of a chapter are turned to the left where its book does not say it. */
export function isRightToLeft(page: Document): boolean {
  const mode = writingModeOf(page);
  return mode === 'vertical-rl' || (mode === 'horizontal-tb' && styleOf(page)?.direction === 'rtl');
}

/** Returns the axis of the chapter that a page shows. */
export function axisOf(page: Document, view: Window): ChapterAxis {
  const root = page.documentElement;
  if (!isVertical(page))
    return {
      visiblePx: () => root.clientHeight,
      beforePx: () => root.scrollTop,
      rangePx: () => root.scrollHeight - root.clientHeight,
      scrollTo: (beforePx) => view.scrollTo(0, beforePx),
      distanceOf: ({ top }) => top,
      pointAt: (distancePx) => [root.clientWidth / 2, distancePx],
    };
  // A page that begins at the right is scrolled by negative numbers (CSSOM View).
  const isFromRight = writingModeOf(page) === 'vertical-rl';
  return {
    visiblePx: () => root.clientWidth,
    beforePx: () => Math.abs(root.scrollLeft),
    rangePx: () => root.scrollWidth - root.clientWidth,
    scrollTo: (beforePx) => view.scrollTo(isFromRight ? -beforePx : beforePx, 0),
    distanceOf: ({ left, right }) => (isFromRight ? root.clientWidth - right : left),
    pointAt: (distancePx) => [isFromRight ? root.clientWidth - distancePx : distancePx, root.clientHeight / 2],
  };
}

function writingModeOf(page: Document): string {
  return styleOf(page)?.writingMode ?? 'horizontal-tb';
}

function styleOf(page: Document): CSSStyleDeclaration | undefined {
  return page.defaultView?.getComputedStyle(page.body);
}
