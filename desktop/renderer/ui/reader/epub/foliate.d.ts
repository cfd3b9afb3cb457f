// foliate-js brings no types; these are the parts that the reader uses.

declare module 'foliate-js/epub.js' {
  /** Reads the files of an EPUB by their paths; null for a missing one. */
  interface EpubFiles {
    loadText: (path: string) => string | null;
    loadBlob: (path: string) => Blob | null;
    getSize: (path: string) => number;
  }

  interface TocItem {
    label?: string;
    href?: string | null;
    subitems?: TocItem[] | null;
  }

  interface Section {
    id: string;
    cfi: string;
    size: number;
    resolveHref: (href: string) => string;
  }

  interface Destination {
    index: number;
    anchor: (page: Document) => Element | Range | number | null;
  }

  class EPUB {
    constructor(files: EpubFiles);
    init(): Promise<this>;
    sections: Section[];
    toc?: TocItem[] | null;
    /** The attribute page-progression-direction of the spine. */
    dir?: string | null;
    resources: { manifest: { href: string; mediaType: string }[] };
    resolveHref(href: string): Destination | null;
    resolveCFI(cfi: string): Destination;
  }
}

declare module 'foliate-js/epubcfi.js' {
  const isCFI: RegExp;
  function fromRange(range: Range): string;
  function joinIndir(...cfis: string[]): string;
}
