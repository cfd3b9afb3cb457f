import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { loadBytes } from '../../../lib/http/file-bytes.ts';
import { readBridge } from '../../../lib/page/bridge.ts';
import { readStored, writeStored } from '../../../lib/storage/device-store.ts';
import { LeaveDialog } from '../../LeaveDialog.tsx';
import { problemOf } from '../load-problem.ts';
import { Opening } from '../Opening.tsx';
import type { ViewerProps } from '../reader-file.ts';
import { createChapterFrame, EMPTY_PAGE, type BookPlace, type ChapterFrame } from './chapter-frame.ts';
import { EpubBar } from './EpubBar.tsx';
import { EpubContents } from './EpubContents.tsx';
import { openEpub, type Book, type BookTarget } from './open-epub.ts';

/** A larger book would fill the memory of a phone; in bytes. */
const BOOK_MAX_BYTES = 200 * 1024 * 1024;

/** An EPUB, one chapter at a time, with its table of contents and a choice of text size. */
export function EpubViewer(props: ViewerProps) {
  const book = useBook(props);
  return book === null ? <Opening /> : <BookView {...props} book={book} />;
}

function useBook({ file, url, onProblem }: ViewerProps): Book | null {
  const [book, setBook] = useState<Book | null>(null);
  useEffect(() => {
    if (file.size > BOOK_MAX_BYTES) return onProblem('too-large');
    const controller = new AbortController();
    let opened: Book | null = null;
    const open = async (): Promise<void> => {
      opened = await openEpub(await loadBytes(url, { signal: controller.signal }));
      if (controller.signal.aborted) opened.close();
      else setBook(opened);
    };
    open().catch((error: unknown) => {
      const problem = problemOf(error);
      if (problem) onProblem(problem);
    });
    return () => {
      controller.abort();
      opened?.close();
    };
  }, [file.size, url, onProblem]);
  return book;
}

const SIZES = [75, 87, 100, 115, 130, 150, 175, 200] as const;
const SIZE_KEY = 'reader-text-size';

function BookView({ file, book, position, isFocused, onPlace, onProblem }: ViewerProps & { book: Book }) {
  const element = useRef<HTMLIFrameElement>(null);
  const [place, setPlace] = useState<BookPlace>({ chapter: 0, position: '', percent: 0, isRightToLeft: false });
  const [hasContents, setHasContents] = useState(false);
  const [outside, setOutside] = useState<string | null>(null);
  const [textPercent, setTextPercent] = useState(() => {
    const stored = Number(readStored(SIZE_KEY));
    return SIZES.find((size) => size === stored) ?? 100;
  });
  const { frame, goTo, turn } = useChapterFrame(element, {
    book,
    position,
    isFocused,
    onPlace: (next) => {
      setPlace(next);
      onPlace({ position: next.position, percent: next.percent });
    },
    onOutside: (href) => {
      // The desktop app asks its own question.
      if (readBridge() === undefined) setOutside(href);
      else window.open(href, '_blank', 'noopener');
    },
    onProblem,
  });
  useEffect(() => frame?.setTextPercent(textPercent), [frame, textPercent]);
  const resize = (step: 1 | -1): void => {
    const next = SIZES[SIZES.findIndex((size) => size === textPercent) + step];
    if (next === undefined) return;
    setTextPercent(next);
    writeStored(SIZE_KEY, String(next));
  };
  return (
    <>
      <EpubBar
        chapter={place.chapter}
        chapters={book.chapters}
        percent={place.percent}
        isRightToLeft={place.isRightToLeft}
        textPercent={textPercent}
        hasContents={book.toc.length > 0}
        isContentsOpen={hasContents}
        onContents={() => setHasContents((isOpen) => !isOpen)}
        onChapter={(chapter) => goTo({ chapter, find: null })}
        onTurn={turn}
        onTextSize={resize}
      />
      <div className="relative flex min-h-0 flex-1">
        {hasContents && (
          <EpubContents
            entries={book.toc}
            chapterOf={(href) => book.targetOf(href)?.chapter}
            chapter={place.chapter}
            onOpen={(href) => {
              const target = book.targetOf(href);
              setHasContents(false);
              if (target) goTo(target);
              frame?.focus();
            }}
            onClose={() => {
              setHasContents(false);
              frame?.focus();
            }}
          />
        )}
        <iframe
          ref={element}
          title={`Text of ${file.name}`}
          // No scripts; this page reads and follows what is shown, which needs its own origin.
          sandbox="allow-same-origin"
          srcDoc={EMPTY_PAGE}
          className="min-w-0 flex-1 bg-surface-raised focus-visible:-outline-offset-2"
        />
      </div>
      {outside !== null && (
        <LeaveDialog href={outside} rel="noopener noreferrer nofollow ugc" onClose={() => setOutside(null)} />
      )}
    </>
  );
}

interface FrameParts extends Pick<ViewerProps, 'position' | 'isFocused' | 'onProblem'> {
  book: Book;
  onPlace: (place: BookPlace) => void;
  onOutside: (href: string) => void;
}

/** Shows the book in the frame from the stored position on, and handles the keys that are pressed in it. */
function useChapterFrame(element: RefObject<HTMLIFrameElement | null>, parts: FrameParts) {
  const latest = useRef(parts);
  useEffect(() => {
    latest.current = parts;
  });
  const [frame, setFrame] = useState<ChapterFrame | null>(null);
  const place = useRef({ chapter: 0, isRightToLeft: false });
  const { book } = parts;
  const show = useCallback((shown: ChapterFrame, target: BookTarget): Promise<void> => {
    return shown.show(target).catch(() => latest.current.onProblem('damaged'));
  }, []);
  const turnIn = useCallback(
    (shown: ChapterFrame, direction: 1 | -1): void => {
      if (shown.turn(direction)) return;
      const next = place.current.chapter + direction;
      if (next < 0 || next >= book.chapters) return;
      // Back leads to the end of the previous chapter.
      const find = direction === 1 ? null : (page: Document) => page.body.lastElementChild;
      void show(shown, { chapter: next, find });
    },
    [book, show],
  );

  useEffect(() => {
    const iframe = element.current;
    if (!iframe) return;
    let shown: ChapterFrame | null = null;
    const start = (): void => {
      const { position, isFocused } = latest.current;
      const created = createChapterFrame(iframe, book, {
        onPlace: (next) => {
          place.current = next;
          latest.current.onPlace(next);
        },
        onOutside: (href) => latest.current.onOutside(href),
        onTarget: (target) => void show(created, target),
        onKey: (event) =>
          onKey(event, iframe, {
            isRightToLeft: place.current.isRightToLeft,
            turn: (direction) => turnIn(created, direction),
          }),
      });
      shown = created;
      setFrame(created);
      const first = position === null ? null : book.targetOfPosition(position);
      void show(created, first ?? { chapter: 0, find: null }).then(() => isFocused && focusFrom(iframe, created));
    };
    if (isLoaded(iframe)) start();
    else iframe.addEventListener('load', start, { once: true });
    return () => {
      iframe.removeEventListener('load', start);
      shown?.close();
      setFrame(null);
    };
  }, [element, book, show, turnIn]);

  return {
    frame,
    goTo: (target: BookTarget): void => void (frame && show(frame, target)),
    turn: (direction: 1 | -1): void => void (frame && turnIn(frame, direction)),
  };
}

/** True when the frame contains {@link EMPTY_PAGE}, and not the blank page before it. */
function isLoaded(iframe: HTMLIFrameElement): boolean {
  const page = iframe.contentDocument;
  return page?.readyState === 'complete' && page.URL === 'about:srcdoc';
}

function focusFrom(iframe: HTMLIFrameElement, frame: ChapterFrame): void {
  const active = document.activeElement;
  if (active === null || active === document.body || active === iframe.closest('[role="dialog"]')) frame.focus();
}

/** Turns pages with the arrow keys and Space, also into the next chapter; Escape is for what contains the reader. */
function onKey(
  event: KeyboardEvent,
  iframe: HTMLIFrameElement,
  { isRightToLeft, turn }: { isRightToLeft: boolean; turn: (direction: 1 | -1) => void },
): void {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey) return;
  if (key === 'Escape') {
    iframe.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    return;
  }
  const [on, back] = isRightToLeft ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  if (key === on || key === 'PageDown' || (key === ' ' && !shiftKey)) turn(1);
  else if (key === back || key === 'PageUp' || key === ' ') turn(-1);
  else return;
  event.preventDefault();
}
