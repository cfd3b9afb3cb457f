import { unzipSync, type UnzipFileInfo } from 'fflate';

/** A file of an archive that would be larger is not unpacked, in bytes: a few kB can pretend to be many GB. */
const UNPACKED_MAX_BYTES = 64 * 1024 * 1024;

/** The files of a ZIP archive. */
export interface Archive {
  /** Size of a file in bytes; 0 for a missing one. */
  sizeOf: (path: string) => number;
  /** Returns a file; null for a missing one and for one that is too large. */
  read: (path: string) => Uint8Array<ArrayBuffer> | null;
}

/** Reads the directory of a ZIP archive; its files are unpacked one by one. @throws Error for a damaged archive. */
export function openArchive(bytes: Uint8Array): Archive {
  const entries = new Map<string, UnzipFileInfo>();
  unzipSync(bytes, {
    filter: (entry) => {
      entries.set(entry.name, entry);
      return false;
    },
  });
  return {
    sizeOf: (path) => entries.get(path)?.originalSize ?? 0,
    read: (path) => {
      const entry = entries.get(path);
      if (!entry || entry.originalSize > UNPACKED_MAX_BYTES) return null;
      const files = unzipSync(bytes, { filter: ({ name }) => name === path });
      return (files[path] as Uint8Array<ArrayBuffer> | undefined) ?? null;
    },
  };
}
