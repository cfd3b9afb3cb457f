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
  /** Shows a place; resolves when its images are there. */
  show: (target: BookTarget) => Promise<void>;
  setTextPercent: (percent: number) => void;
  /** Scrolls by the height of the frame; returns false at the end of the chapter. */
  turn: (direction: 1 | -1) => boolean;
  focus: () => void;
  close: () => void;
}

/** How much of the previous screen stays visible, in pixels. */
const OVERLAP_PX = 48;
/** Space above the element that a link leads to, in pixels. */
const ABOVE_PX = 16;

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
    if (chapter < 0) return;
    const { share, isAtEnd } = shareOf(page);
    const percent = isAtEnd && chapter === book.chapters - 1 ? 1 : book.percentOf(chapter, share);
    events.onPlace({ chapter, position: book.positionOf(chapter, topRange(page)), percent });
  };
  const theme = (): void => applyTheme(page, textPercent);
  const themes = new MutationObserver(theme);
  themes.observe(document.documentElement, { attributes: true });
  page.addEventListener('scroll', report);
  page.addEventListener('keydown', events.onKey);
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
    page.body.replaceWith(copy.body);
    theme();
    links = copy.links;
    chapter = next;
    await Promise.allSettled([...page.images].map((image) => image.decode()));
  };

  return {
    show: async ({ chapter: next, find }) => {
      showing += 1;
      const own = showing;
      if (next !== chapter) await load(next);
      if (own !== showing) return;
      scrollTo(page, find);
      report();
    },
    setTextPercent: (percent) => {
      const range = topRange(page);
      textPercent = percent;
      theme();
      view.scrollTo(0, topOf(range, page));
    },
    turn: (direction) => turnPage(view, direction),
    focus: () => view.focus(),
    close: () => {
      showing += 1;
      themes.disconnect();
    },
  };
}

function turnPage(view: Window, direction: 1 | -1): boolean {
  const before = view.scrollY;
  view.scrollBy(0, direction * (view.innerHeight - OVERLAP_PX));
  return Math.abs(view.scrollY - before) > 1;
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

function shareOf(page: Document): { share: number; isAtEnd: boolean } {
  const { scrollTop, scrollHeight, clientHeight } = page.documentElement;
  const rangePx = scrollHeight - clientHeight;
  return { share: rangePx <= 1 ? 1 : Math.min(1, scrollTop / rangePx), isAtEnd: scrollTop >= rangePx - 2 };
}

/** Returns the start of the first element at the upper edge. */
function topRange(page: Document): Range {
  const range = page.createRange();
  const { clientWidth } = page.documentElement;
  const found = [ABOVE_PX, 2 * ABOVE_PX, 4 * ABOVE_PX]
    .map((y) => page.elementFromPoint(clientWidth / 2, y))
    .find((element) => element !== null && element !== page.body && element !== page.documentElement);
  range.setStart(found ?? page.body, 0);
  range.collapse(true);
  return range;
}

function topOf(range: Range | Element, page: Document): number {
  // A collapsed range at the start of an element has no box.
  const element = 'startContainer' in range ? range.startContainer : range;
  const box = element.nodeType === Node.ELEMENT_NODE ? (element as Element).getBoundingClientRect() : null;
  const top = box?.top ?? ('startContainer' in range ? range.getBoundingClientRect().top : 0);
  return Math.max(0, top + (page.defaultView?.scrollY ?? 0) - ABOVE_PX);
}

function scrollTo(page: Document, find: BookTarget['find']): void {
  let place: ReturnType<NonNullable<BookTarget['find']>> = null;
  try {
    place = find?.(page) ?? null;
  } catch {
    // The place was in another edition of the book.
  }
  const top = place === null || typeof place === 'number' ? 0 : topOf(place, page);
  page.defaultView?.scrollTo(0, place === page.body ? 0 : top);
}
