import './pdf.css';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { problemOf } from '../load-problem.ts';
import { Opening } from '../Opening.tsx';
import type { ReaderProblem, ViewerProps } from '../reader-file.ts';
import { useContentFocus } from '../focus-area.ts';
import { openPdf } from './open-pdf.ts';
import { PdfBar } from './PdfBar.tsx';
import { findPdfPlace, formatPdfPlace, parsePdfPlace, type PdfPlace } from './pdf-place.ts';
import { PdfPage, type PageSize } from './PdfPage.tsx';
import { stepZoom, type Zoom } from './zoom.ts';

/** Space beside and between the pages, in pixels. */
const GAP_PX = 12;
/** Pixels for one point of a PDF at 100%: 96 to the inch instead of 72. */
const FULL_SCALE = 96 / 72;
/** In a wide window a page as wide as the reader would show a few lines only. */
const FIT_MAX_SCALE = 1.5 * FULL_SCALE;

/** A PDF with all its pages below each other, of which those near the visible part are drawn. */
export function PdfViewer(props: ViewerProps) {
  const { file, url, onProblem } = props;
  const [opened, setOpened] = useState<{ pdf: PDFDocumentProxy; firstSize: PageSize } | null>(null);
  useEffect(() => {
    let isClosed = false;
    const { pdf: opening, failure, close } = openPdf(url, file.size);
    const open = async (): Promise<void> => {
      const pdf = await opening;
      const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
      if (!isClosed) setOpened({ pdf, firstSize: { width, height } });
    };
    const fail = (error: unknown): void => {
      const problem = pdfProblemOf(error);
      if (!isClosed && problem) onProblem(problem);
    };
    open().catch(fail);
    failure.catch(fail);
    return () => {
      isClosed = true;
      close();
    };
  }, [url, file.size, onProblem]);
  return opened === null ? <Opening /> : <Pages {...props} {...opened} />;
}

function pdfProblemOf(error: unknown): ReaderProblem | null {
  return (error as { name?: unknown } | null)?.name === 'PasswordException' ? 'locked' : problemOf(error);
}

interface PagesProps extends ViewerProps {
  pdf: PDFDocumentProxy;
  firstSize: PageSize;
}

function Pages({ file, pdf, firstSize, position, isFocused, onPlace }: PagesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState<Zoom>('width');
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(new Map());
  const widthPx = useWidth(scroller);
  const fitScale = Math.min(FIT_MAX_SCALE, Math.max(0.1, (widthPx - 2 * GAP_PX) / firstSize.width));
  const scale = zoom === 'width' ? fitScale : zoom * FULL_SCALE;
  const { place, current, follow, goTo } = usePdfPlace(scroller, { pdf, position, onPlace });
  useContentFocus(scroller, isFocused);
  // The same part of the page stays at the upper edge when the size of the pages changes.
  useLayoutEffect(() => goTo(place.current), [scale, goTo, place]);
  const onSize = useCallback((number: number, size: PageSize): void => {
    setSizes((known) => {
      const old = known.get(number);
      if (old?.width === size.width && old.height === size.height) return known;
      return new Map(known).set(number, size);
    });
  }, []);
  const goToPage = useCallback((page: number): void => goTo({ page, share: 0 }), [goTo]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (event.target !== scroller.current || ctrlKey || metaKey || altKey) return;
    if (key === 'ArrowLeft') goToPage(Math.max(1, current - 1));
    else if (key === 'ArrowRight') goToPage(Math.min(pdf.numPages, current + 1));
    else if (key === '+' || key === '=') setZoom(stepZoom(scale / FULL_SCALE, 1));
    else if (key === '-') setZoom(stepZoom(scale / FULL_SCALE, -1));
    else if (key === '0') setZoom('width');
    else return;
    event.preventDefault();
  };
  return (
    <>
      <PdfBar
        page={current}
        pages={pdf.numPages}
        zoom={zoom}
        scale={scale / FULL_SCALE}
        onPage={goToPage}
        onZoom={setZoom}
      />
      <div
        ref={scroller}
        role="region"
        aria-label={`Pages of ${file.name}`}
        tabIndex={0}
        onScroll={follow}
        onKeyDown={onKeyDown}
        className="relative min-h-0 flex-1 overflow-auto bg-surface-sunken focus-visible:-outline-offset-2"
      >
        <div className="flex w-max min-w-full flex-col gap-3 p-3">
          {widthPx > 0 &&
            Array.from({ length: pdf.numPages }, (_, index) => (
              <PdfPage
                key={index + 1}
                pdf={pdf}
                number={index + 1}
                size={sizes.get(index + 1) ?? firstSize}
                scale={scale}
                scroller={scroller}
                onSize={onSize}
                onGoTo={goToPage}
              />
            ))}
        </div>
      </div>
    </>
  );
}

/** Returns the inner width of an element, 0 before it is measured. */
function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [widthPx, setWidthPx] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidthPx(element.clientWidth));
    setWidthPx(element.clientWidth);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return widthPx;
}

interface PlaceParts extends Pick<ViewerProps, 'position' | 'onPlace'> {
  pdf: PDFDocumentProxy;
}

/** Follows the page at the upper edge of the scroller, and scrolls to a place. */
function usePdfPlace(scroller: RefObject<HTMLElement | null>, { pdf, position, onPlace }: PlaceParts) {
  const [first] = useState(() => parsePdfPlace(position, pdf.numPages));
  const place = useRef<PdfPlace>(first);
  const [current, setCurrent] = useState(first.page);
  const follow = useCallback((): void => {
    const element = scroller.current;
    const pages = pagesIn(element);
    if (!element || pages.length === 0) return;
    place.current = findPdfPlace(
      element.scrollTop,
      pages.map(({ offsetTop, offsetHeight }) => ({ top: offsetTop - GAP_PX, height: offsetHeight + GAP_PX })),
    );
    const isAtEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 2;
    setCurrent(isAtEnd && place.current.page === pages.length - 1 ? pages.length : place.current.page);
    onPlace(formatPdfPlace(place.current, pages.length, isAtEnd));
  }, [scroller, onPlace]);
  const goTo = useCallback(
    ({ page, share }: PdfPlace): void => {
      const element = scroller.current;
      const target = pagesIn(element)[page - 1];
      if (!element || !target) return;
      element.scrollTo(0, target.offsetTop - GAP_PX + share * (target.offsetHeight + GAP_PX));
      follow();
    },
    [scroller, follow],
  );
  return { place, current, follow, goTo };
}

function pagesIn(scroller: HTMLElement | null): HTMLElement[] {
  return [...(scroller?.firstElementChild?.children ?? [])] as HTMLElement[];
}
