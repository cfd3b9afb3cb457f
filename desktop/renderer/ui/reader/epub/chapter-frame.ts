import { axisOf, isRightToLeft, isVertical, type ChapterAxis } from './chapter-axis.ts';
import { applyStyles, applyTheme } from './chapter-style.ts';
import { copyChapter } from './copy-chapter.ts';
import type { Book, BookTarget } from './open-epub.ts';

/**
 * The empty page of a frame that shows chapters. Its policy is added to that of this page: nothing is loaded but images
 * that are already here and the fonts of the app.
 */
export const EMPTY_PAGE =
  '<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="' +
  "default-src 'none'; img-src blob:; font-src 'self'; style-src-attr 'unsafe-inline'" +
  '"></head><body></body></html>';

/** Where a reader is in a book. */
export interface BookPlace {
  chapter: number;
  position: string;
  percent: number;
  /** Whether pages are turned to the left. */
  isRightToLeft: boolean;
}

/** What the user does in the frame. */
interface FrameEvents {
  onPlace: (place: BookPlace) => void;
  /** A link to another website. */
  onOutside: (href: string) => void;
  /** A link to another place of the book. */
  onTarget: (target: BookTarget) => void;
  onKey: (event: KeyboardEvent) => void;
}

/** Chapters of a book in a frame without scripts. */
export interface ChapterFrame {
  /** Shows a place; resolves when its images and fonts are there. */
  show: (target: BookTarget) => Promise<void>;
  setTextPercent: (percent: number) => void;
  /** Goes on by what the frame shows at once, or back; returns false at the end of the chapter. */
  turn: (direction: 1 | -1) => boolean;
  focus: () => void;
  close: () => void;
}

/** How much of the previous screen stays visible, in pixels. */
const OVERLAP_PX = 48;
/** Space before the element that a link leads to, in pixels. */
const BEFORE_PX = 16;
/** A line of a mouse wheel, in pixels. */
const WHEEL_LINE_PX = 32;

/**
 * Shows chapters of a book in a frame that has loaded {@link EMPTY_PAGE} and whose sandbox allows no scripts: the
 * listeners below belong to this page. @throws Error when the frame is not loaded.
 */
export function createChapterFrame(frame: HTMLIFrameElement, book: Book, events: FrameEvents): ChapterFrame {
  const { contentDocument: page, contentWindow: view } = frame;
  if (!page || !view) throw new Error('The frame is not loaded.');
  let textPercent = 100;
  let chapter = -1;
  let links: ReadonlyMap<Element, string> = new Map();
  let showing = 0;

  const report = (): void => {
    if (chapter >= 0) events.onPlace(placeIn(book, chapter, { page, view }));
  };
  const theme = (): void => applyTheme(page, textPercent);
  const themes = new MutationObserver(theme);
  themes.observe(document.documentElement, { attributes: true });
  page.addEventListener('scroll', report);
  page.addEventListener('keydown', events.onKey);
  page.addEventListener('wheel', (event) => scrollByWheel(event, page, view), { passive: false });
  onLink(page, (link) => {
    const href = links.get(link) ?? '';
    if (/^(?:https?|mailto):/i.test(href)) return events.onOutside(href);
    const target = book.targetOf(book.pathOf(chapter, href));
    if (target) events.onTarget(target);
  });

  const load = async (next: number): Promise<void> => {
    const copy = copyChapter(book.loadChapter(next), {
      page,
      imageUrl: (href) => book.imageUrl(book.pathOf(next, href)),
      styleText: (href) => book.readText(book.pathOf(next, href)),
    });
    applyStyles(page, copy.styles);
    for (const [name, value] of copy.root) page.documentElement.setAttribute(name, value ?? '');
    page.body.replaceWith(copy.body);
    theme();
    links = copy.links;
    chapter = next;
    // Both move the text.
    await Promise.allSettled([page.fonts.ready, ...[...page.images].map((image) => image.decode())]);
  };

  return {
    show: async ({ chapter: next, find }) => {
      showing += 1;
      const own = showing;
      if (next !== chapter) await load(next);
      if (own !== showing) return;
      scrollTo(page, axisOf(page, view), find);
      report();
    },
    setTextPercent: (percent) => {
      const axis = axisOf(page, view);
      const range = firstRange(page, axis);
      textPercent = percent;
      theme();
      axis.scrollTo(beforeOf(range, axis));
    },
    turn: (direction) => turnPage(axisOf(page, view), direction),
    focus: () => view.focus(),
    close: () => {
      showing += 1;
      themes.disconnect();
    },
  };
}

/** Returns the place of the first element that is visible. */
function placeIn(book: Book, chapter: number, { page, view }: { page: Document; view: Window }): BookPlace {
  const axis = axisOf(page, view);
  const { share, isAtEnd } = shareOf(axis);
  return {
    chapter,
    position: book.positionOf(chapter, firstRange(page, axis)),
    percent: isAtEnd && chapter === book.chapters - 1 ? 1 : book.percentOf(chapter, share),
    isRightToLeft: book.isRightToLeft ?? isRightToLeft(page),
  };
}

function turnPage(axis: ChapterAxis, direction: 1 | -1): boolean {
  const before = axis.beforePx();
  axis.scrollTo(Math.max(0, before + direction * (axis.visiblePx() - OVERLAP_PX)));
  return Math.abs(axis.beforePx() - before) > 1;
}

/** Goes on in vertical lines by a wheel, which would scroll down. */
function scrollByWheel(event: WheelEvent, page: Document, view: Window): void {
  const { deltaX, deltaY, deltaMode, ctrlKey } = event;
  if (ctrlKey || Math.abs(deltaX) > Math.abs(deltaY) || !isVertical(page)) return;
  const axis = axisOf(page, view);
  const unitPx = { [WheelEvent.DOM_DELTA_LINE]: WHEEL_LINE_PX, [WheelEvent.DOM_DELTA_PAGE]: axis.visiblePx() }[
    deltaMode
  ];
  axis.scrollTo(Math.max(0, axis.beforePx() + deltaY * (unitPx ?? 1)));
  event.preventDefault();
}

/** Calls `follow` for each link that is clicked, also with the middle button; the browser does not follow it. */
function onLink(page: Document, follow: (link: Element) => void): void {
  const onClick = (event: MouseEvent): void => {
    // An element of the frame is no Element of this page.
    const link = (event.target as Element | null)?.closest('a[href]') ?? null;
    if (link === null || event.button > 1) return;
    event.preventDefault();
    follow(link);
  };
  page.addEventListener('click', onClick);
  page.addEventListener('auxclick', onClick);
}

function shareOf(axis: ChapterAxis): { share: number; isAtEnd: boolean } {
  const [before, range] = [axis.beforePx(), axis.rangePx()];
  return { share: range <= 1 ? 1 : Math.min(1, before / range), isAtEnd: before >= range - 2 };
}

/** Returns the start of the first element that is visible. */
function firstRange(page: Document, axis: ChapterAxis): Range {
  const range = page.createRange();
  const found = [BEFORE_PX, 2 * BEFORE_PX, 4 * BEFORE_PX]
    .map((distance) => page.elementFromPoint(...axis.pointAt(distance)))
    .find((element) => element !== null && element !== page.body && element !== page.documentElement);
  range.setStart(found ?? page.body, 0);
  range.collapse(true);
  return range;
}

/** Returns how much of the chapter is before a place, but for a little space. */
function beforeOf(range: Range | Element, axis: ChapterAxis): number {
  // A collapsed range at the start of an element has no box.
  const start = 'startContainer' in range ? range.startContainer : range;
  const box = (start.nodeType === Node.ELEMENT_NODE ? (start as Element) : range).getBoundingClientRect();
  return Math.max(0, axis.beforePx() + axis.distanceOf(box) - BEFORE_PX);
}

function scrollTo(page: Document, axis: ChapterAxis, find: BookTarget['find']): void {
  let place: ReturnType<NonNullable<BookTarget['find']>> = null;
  try {
    place = find?.(page) ?? null;
  } catch {
    // The place was in another edition of the book.
  }
  axis.scrollTo(place === null || typeof place === 'number' || place === page.body ? 0 : beforeOf(place, axis));
}
