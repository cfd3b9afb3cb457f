import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { SECOND_MS } from '#shared/time.ts';

/** One file of the web app as it is sent. */
export interface WebFile {
  bytes: Buffer;
  /** `br` or `gzip`; null for the file itself. */
  encoding: 'br' | 'gzip' | null;
  /** Quoted, of the bytes (RFC 9110, section 8.8.3). */
  etag: string;
}

/** Encodings of a file, the smallest first. */
const FORMS = [
  ['br', '.br'],
  ['gzip', '.gz'],
  [null, ''],
] as const;

/** How often the folder is checked for a new build, in milliseconds. */
const CHECK_EVERY_MS = SECOND_MS;

/** Files that a build writes last; they show that the build is complete. */
const WRITTEN_LAST = ['index.html', '.stamp'];

interface Build {
  stamp: string;
  page: string;
  files: Map<string, WebFile>;
}

/**
 * Reads a folder into memory, so that a disconnected client leaves no file open and a replaced build does not affect
 * running requests; a new build is read when it is complete.
 */
export function createWebFiles(folder: string) {
  let build: Build | null = null;
  let checkedAtMs = -Infinity;

  function current(): Build | null {
    const nowMs = performance.now();
    if (nowMs - checkedAtMs < CHECK_EVERY_MS) return build;
    checkedAtMs = nowMs;
    const stamp = stampOf(folder);
    // While a build is being written, the previous one is served.
    if (stamp !== null && stamp !== build?.stamp) build = readBuild(folder, stamp) ?? build;
    return build;
  }

  return {
    /** Returns the one page; null without a build. */
    page: () => current()?.page ?? null,
    /**
     * Returns the file of a path in the smallest encoding that Accept-Encoding allows; null for a missing one, a page
     * or a hidden file.
     */
    find(path: string, acceptEncoding: string): WebFile | null {
      const files = current()?.files;
      for (const [encoding, ending] of FORMS) {
        const file = encoding === null || acceptEncoding.includes(encoding) ? files?.get(path + ending) : undefined;
        if (file) return file;
      }
      return null;
    },
  };
}

function stampOf(folder: string): string | null {
  try {
    const times = WRITTEN_LAST.map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs);
    return times[0] === undefined ? null : times.join(' ');
  } catch {
    return null;
  }
}

/** Returns null for a folder that changes while it is read. */
function readBuild(folder: string, stamp: string): Build | null {
  try {
    const files = new Map<string, WebFile>();
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`;
      if (path.includes('/.') || path.endsWith('.html')) continue;
      const bytes = readFileSync(join(folder, path));
      const encoding = FORMS.find(([, ending]) => ending !== '' && path.endsWith(ending))?.[0] ?? null;
      files.set(path, {
        bytes,
        encoding,
        etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
      });
    }
    return { stamp, page: readFileSync(join(folder, 'index.html'), 'utf8'), files };
  } catch {
    return null;
  }
}
