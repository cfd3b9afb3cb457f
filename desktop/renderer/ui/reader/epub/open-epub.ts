import { EPUB } from 'foliate-js/epub.js';
import { fromRange, isCFI, joinIndir } from 'foliate-js/epubcfi.js';
import { openArchive } from './archive.ts';

/** An entry of a table of contents; `depth` is 0 for the outermost ones. */
export interface TocEntry {
  label: string;
  href: string;
  depth: number;
}

/** A place in a book: a chapter, and where its page shows it; null for the start of the chapter. */
export interface BookTarget {
  chapter: number;
  find: ((page: Document) => Element | Range | number | null) | null;
}

/** An open EPUB. Chapters are counted from 0, in reading order. */
export interface Book {
  chapters: number;
  toc: readonly TocEntry[];
  /** Whether pages are turned to the left, as in Arabic or Japanese; null when the book does not say it. */
  isRightToLeft: boolean | null;
  /** Returns the source of a chapter, which contains whatever its author wrote. @throws Error for a missing one. */
  loadChapter: (chapter: number) => Document;
  /** Returns the path of a file in the book that a chapter names. */
  pathOf: (chapter: number, href: string) => string;
  /** Returns a text of the book, such as a style sheet; null for a missing one. */
  readText: (path: string) => string | null;
  /** Returns the address of an image of the book; null for a missing file and one of another type. */
  imageUrl: (path: string) => string | null;
  /** Returns what a path with a fragment leads to; null when it is not in the book. */
  targetOf: (href: string) => BookTarget | null;
  /** Returns the place of a stored position, an EPUB CFI; null when it does not exist in this book. */
  targetOfPosition: (position: string) => BookTarget | null;
  /** Returns a place of the page of a chapter as an EPUB CFI (https://idpf.org/epub/linking/cfi/). */
  positionOf: (chapter: number, range: Range) => string;
  /** Returns how much of the book is before a place, 0 to 1; `share` is that of the chapter. */
  percentOf: (chapter: number, share: number) => number;
  close: () => void;
}

/** A position that the server stores has at most this many characters. */
const POSITION_MAX_CHARS = 300;
const TOC_MAX_ENTRIES = 2_000;

/** Opens an EPUB. @throws Error for a damaged one. */
export async function openEpub(bytes: Uint8Array): Promise<Book> {
  const archive = openArchive(bytes);
  const readText = (path: string): string | null => {
    const file = archive.read(path);
    return file && new TextDecoder().decode(file);
  };
  const epub = await new EPUB({
    loadText: readText,
    loadBlob: (path) => {
      const file = archive.read(path);
      return file && new Blob([file]);
    },
    getSize: archive.sizeOf,
  }).init();
  const { sections } = epub;
  if (sections.length === 0) throw new Error('The book has no chapters.');
  const total = sections.reduce((sum, { size }) => sum + Math.max(1, size), 0);
  const images = createImages(epub, archive.read);

  const targetOf: Book['targetOf'] = (href) => {
    const found = tryOr(() => epub.resolveHref(href), null);
    // Items of the manifest that are not in the reading order have no chapter.
    return found === null || found.index < 0 ? null : { chapter: found.index, find: found.anchor };
  };
  return {
    chapters: sections.length,
    toc: flattenToc(epub.toc ?? []),
    isRightToLeft: epub.dir === 'rtl' ? true : epub.dir === 'ltr' ? false : null,
    loadChapter: (chapter) => parseChapter(readText(sections[chapter]?.id ?? '')),
    pathOf: (chapter, href) => sections[chapter]?.resolveHref(href) ?? href,
    readText,
    imageUrl: images.urlOf,
    targetOf,
    targetOfPosition: (position) => {
      if (!isCFI.test(position)) return null;
      const found = tryOr(() => epub.resolveCFI(position), null);
      return found === null || found.index < 0 ? null : { chapter: found.index, find: found.anchor };
    },
    positionOf: (chapter, range) => {
      const cfi = sections[chapter]?.cfi ?? '';
      const full = tryOr(() => joinIndir(cfi, fromRange(range)), cfi);
      return full.length <= POSITION_MAX_CHARS ? full : cfi;
    },
    percentOf: (chapter, share) => {
      const before = sections.slice(0, chapter).reduce((sum, { size }) => sum + Math.max(1, size), 0);
      return Math.min(1, (before + share * Math.max(1, sections[chapter]?.size ?? 0)) / total);
    },
    close: images.close,
  };
}

/** Gives each image of a book one address, as long as the book is open. */
function createImages(epub: EPUB, read: (path: string) => Uint8Array<ArrayBuffer> | null) {
  const urls = new Map<string, string>();
  const types = new Map(epub.resources.manifest.map(({ href, mediaType }) => [href, mediaType]));
  return {
    urlOf: (path: string): string | null => {
      const known = urls.get(path);
      if (known !== undefined) return known;
      const type = types.get(path);
      const file = type?.startsWith('image/') === true ? read(path) : null;
      if (file === null || type === undefined) return null;
      const url = URL.createObjectURL(new Blob([file], { type }));
      urls.set(path, url);
      return url;
    },
    close: (): void => {
      for (const url of urls.values()) URL.revokeObjectURL(url);
      urls.clear();
    },
  };
}

/** Parses a chapter as XML, and as HTML when it is no valid XML, as in many books. */
function parseChapter(text: string | null): Document {
  if (text === null) throw new Error('A chapter of the book is missing.');
  const parser = new DOMParser();
  const strict = parser.parseFromString(text, 'application/xhtml+xml');
  return strict.querySelector('parsererror') === null ? strict : parser.parseFromString(text, 'text/html');
}

function flattenToc(items: NonNullable<EPUB['toc']>, depth = 0): TocEntry[] {
  return items
    .flatMap(({ label, href, subitems }) => [
      ...(typeof href === 'string' && href !== '' ? [{ label: label?.trim() || href, href, depth }] : []),
      ...flattenToc(subitems ?? [], depth + 1),
    ])
    .slice(0, TOC_MAX_ENTRIES);
}

function tryOr<Result>(work: () => Result, otherwise: Result): Result {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
