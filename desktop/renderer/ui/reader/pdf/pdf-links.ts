import type { PageViewport, PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';

/** A link of a page. The box is in percent of the page; `page` resolves to null when the page does not exist. */
export interface PdfLink {
  key: string;
  box: { left: number; top: number; width: number; height: number };
  target: { url: string } | { page: () => Promise<number | null> };
}

/** What is read of an annotation (ISO 32000-1, section 12.5.6.5); pdf.js declares it as any. */
interface LinkAnnotation {
  id: string;
  subtype: string;
  rect: number[];
  url?: string;
  dest?: unknown;
}

/** Returns the links of a page: to websites, and to other pages of the same file. */
export async function linksOf(
  pdf: PDFDocumentProxy,
  page: PDFPageProxy,
  viewport: PageViewport,
): Promise<readonly PdfLink[]> {
  const annotations = (await page.getAnnotations()) as LinkAnnotation[];
  return annotations.flatMap(({ id, subtype, rect, url, dest }): PdfLink[] => {
    if (subtype !== 'Link') return [];
    const box = boxOf(rect, viewport);
    if (url !== undefined && /^(?:https?|mailto):/i.test(url)) return [{ key: id, box, target: { url } }];
    return dest === undefined || dest === null ? [] : [{ key: id, box, target: { page: () => pageOf(pdf, dest) } }];
  });
}

function boxOf(rect: number[], viewport: PageViewport): PdfLink['box'] {
  const [left = 0, bottom = 0, right = 0, top = 0] = rect;
  const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(left, bottom) as number[];
  const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(right, top) as number[];
  const percent = (px: number, of: number): number => (px / of) * 100;
  return {
    left: percent(Math.min(x1, x2), viewport.width),
    top: percent(Math.min(y1, y2), viewport.height),
    width: percent(Math.abs(x2 - x1), viewport.width),
    height: percent(Math.abs(y2 - y1), viewport.height),
  };
}

async function pageOf(pdf: PDFDocumentProxy, dest: unknown): Promise<number | null> {
  try {
    const explicit: unknown = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
    const [target] = Array.isArray(explicit) ? (explicit as unknown[]) : [];
    if (typeof target === 'number') return target + 1;
    return (await pdf.getPageIndex(target as Parameters<PDFDocumentProxy['getPageIndex']>[0])) + 1;
  } catch {
    return null;
  }
}
