import { TextLayer, type PDFDocumentProxy, type PDFPageProxy, type PageViewport } from 'pdfjs-dist';
import { useEffect, useRef, useState, type CSSProperties, type RefObject } from 'react';
import { useNearViewport } from '../../../lib/page/use-near-viewport.ts';
import { OutsideLink } from '../../OutsideLink.tsx';
import { linksOf, type PdfLink } from './pdf-links.ts';

/** Size of a page at 72 dots per inch. */
export interface PageSize {
  width: number;
  height: number;
}

interface PdfPageProps {
  pdf: PDFDocumentProxy;
  /** From 1. */
  number: number;
  size: PageSize;
  /** Pixels of the page for one point of the PDF. */
  scale: number;
  scroller: RefObject<HTMLElement | null>;
  onSize: (number: number, size: PageSize) => void;
  onGoTo: (page: number) => void;
}

/** How far from the visible part a page is drawn, in pixels. */
const NEAR_PX = 1_200;
/** A canvas with more pixels fails in some browsers. */
const CANVAS_MAX_PIXELS = 16_000_000;

/** One page of a PDF: its drawing, text and links while it is near the visible part, an empty sheet otherwise. */
export function PdfPage({ pdf, number, size, scale, scroller, onSize, onGoTo }: PdfPageProps) {
  const { ref, isNear } = useNearViewport(NEAR_PX, { isFirstNear: false, scroller });
  const drawing = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [links, setLinks] = useState<readonly PdfLink[]>([]);
  useEffect(() => {
    const layers = { drawing: drawing.current, text: text.current };
    if (!isNear || layers.drawing === null || layers.text === null) return;
    const stop = drawPage({
      pdf,
      number,
      scale,
      drawing: layers.drawing,
      text: layers.text,
      onSize,
      onLinks: setLinks,
    });
    return stop;
  }, [pdf, number, scale, isNear, onSize]);
  useEffect(() => {
    if (isNear) return;
    // Pages that are far away use no memory.
    drawing.current?.replaceChildren();
    text.current?.replaceChildren();
  }, [isNear]);
  const style = {
    width: Math.floor(size.width * scale),
    height: Math.floor(size.height * scale),
    '--total-scale-factor': scale,
    '--scale-round-x': '1px',
    '--scale-round-y': '1px',
  } as CSSProperties;
  return (
    <div
      ref={ref}
      role="group"
      aria-label={`Page ${String(number)} of ${String(pdf.numPages)}`}
      style={style}
      className="relative mx-auto bg-surface-raised shadow-raised"
    >
      <div ref={drawing} aria-hidden="true" className="absolute inset-0" />
      <div ref={text} className="pdf-text" />
      {isNear && links.map((link) => <PageLink key={link.key} link={link} onGoTo={onGoTo} />)}
    </div>
  );
}

function PageLink({ link, onGoTo }: { link: PdfLink; onGoTo: (page: number) => void }) {
  const { left, top, width, height } = link.box;
  const style = { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` };
  const { target } = link;
  return (
    <span className="absolute" style={style}>
      {'url' in target ? (
        <OutsideLink href={target.url} rel="noopener noreferrer nofollow ugc" className="block size-full">
          <span className="sr-only">{target.url}</span>
        </OutsideLink>
      ) : (
        <button
          type="button"
          aria-label="Go to the linked page"
          className="block size-full"
          onClick={() => void target.page().then((page) => page !== null && onGoTo(page))}
        />
      )}
    </span>
  );
}

interface DrawParts {
  pdf: PDFDocumentProxy;
  number: number;
  scale: number;
  drawing: HTMLElement;
  text: HTMLElement;
  onSize: (number: number, size: PageSize) => void;
  onLinks: (links: readonly PdfLink[]) => void;
}

/** Draws a page and returns the function that stops it. A page that fails stays empty; the others are shown. */
function drawPage({ pdf, number, scale, drawing, text, onSize, onLinks }: DrawParts): () => void {
  const stops: (() => void)[] = [];
  let isStopped = false;
  const draw = async (): Promise<void> => {
    const page = await pdf.getPage(number);
    if (isStopped) return;
    const viewport = page.getViewport({ scale });
    onSize(number, { width: viewport.width / scale, height: viewport.height / scale });
    const canvas = canvasFor(viewport);
    const task = page.render({
      canvas,
      viewport: page.getViewport({ scale: (canvas.width / viewport.width) * scale }),
    });
    stops.push(() => task.cancel());
    await task.promise;
    if (isStopped) return;
    drawing.replaceChildren(canvas);
    const layer = layText(page, text, viewport);
    stops.push(() => layer.cancel());
    await layer.render();
    const links = await linksOf(pdf, page, viewport);
    if (!isStopped) onLinks(links);
  };
  draw().catch(() => undefined);
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
  };
}

function canvasFor({ width, height }: PageViewport): HTMLCanvasElement {
  const most = Math.sqrt(CANVAS_MAX_PIXELS / (width * height));
  const ratio = Math.min(Math.max(1, devicePixelRatio), most);
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(width * ratio);
  canvas.height = Math.floor(height * ratio);
  canvas.style.width = '100%';
  canvas.style.height = '100%';
  return canvas;
}

function layText(page: PDFPageProxy, container: HTMLElement, viewport: PageViewport): TextLayer {
  container.replaceChildren();
  return new TextLayer({ textContentSource: page.streamTextContent(), container, viewport });
}
