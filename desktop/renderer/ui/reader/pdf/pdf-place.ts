import type { ReaderPlace } from '../reader-file.ts';

/** A page, from 1, and the share of it that is above the upper edge. */
export interface PdfPlace {
  page: number;
  share: number;
}

/** Parses a stored position, "12:0.35"; the first page for any other text. */
export function parsePdfPlace(position: string | null, pages: number): PdfPlace {
  const match = /^(\d{1,6}):(\d(?:\.\d{1,6})?)$/.exec(position ?? '');
  const page = Number(match?.[1] ?? 1);
  if (!match || page < 1 || page > pages) return { page: 1, share: 0 };
  return { page, share: Math.min(1, Number(match[2])) };
}

/** Returns a place as it is stored; the end of the last page is everything. */
export function formatPdfPlace({ page, share }: PdfPlace, pages: number, isAtEnd: boolean): ReaderPlace {
  return {
    position: `${String(page)}:${String(Math.round(share * 1_000) / 1_000)}`,
    percent: isAtEnd ? 1 : Math.min(1, (page - 1 + share) / pages),
  };
}

/** Returns the place at the upper edge of a scroller; `tops` and `heights` are those of the pages, in pixels. */
export function findPdfPlace(scrollTop: number, pages: readonly { top: number; height: number }[]): PdfPlace {
  let low = 0;
  let high = pages.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((pages[middle]?.top ?? 0) <= scrollTop + 1) low = middle;
    else high = middle - 1;
  }
  const { top, height } = pages[low] ?? { top: 0, height: 1 };
  return { page: low + 1, share: Math.min(1, Math.max(0, (scrollTop - top) / Math.max(1, height))) };
}
