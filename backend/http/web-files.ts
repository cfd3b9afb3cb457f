import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { SECOND_MS } from '#shared/time.ts';

/** One file of the web app as it goes out. */
export interface WebFile {
  bytes: Buffer;
  /** `br` or `gzip`; null for the file itself. */
  encoding: 'br' | 'gzip' | null;
  /** Quoted, of the bytes (RFC 9110, section 8.8.3). */
  etag: string;
}

/** Forms of a file, the shortest first. */
const FORMS = [
  ['br', '.br'],
  ['gzip', '.gz'],
  [null, ''],
] as const;

/** How often a build that took the place of the one in memory is looked for. */
const LOOK_EVERY_MS = SECOND_MS;

/** Written last by a build, so that what it names is whole. */
const WRITTEN_LAST = ['index.html', '.stamp'];

interface Build {
  stamp: string;
  page: string;
  files: Map<string, WebFile>;
}

/**
 * Reads a folder whole, so that a client that hangs up holds no file open and a build that is replaced meanwhile takes
 * nothing away; the next one is read as soon as it is finished.
 */
export function createWebFiles(folder: string) {
  let build: Build | null = null;
  let lookedAtMs = -Infinity;

  function current(): Build | null {
    const nowMs = performance.now();
    if (nowMs - lookedAtMs < LOOK_EVERY_MS) return build;
    lookedAtMs = nowMs;
    const stamp = stampOf(folder);
    // While a build is being written, the one before goes on.
    if (stamp !== null && stamp !== build?.stamp) build = readBuild(folder, stamp) ?? build;
    return build;
  }

  return {
    /** The one page; null before anything was built. */
    page: () => current()?.page ?? null,
    /**
     * The file of a path in the shortest form that Accept-Encoding allows; null for none, pages and hidden files
     * included.
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

/** Null for a folder that changes while it is read. */
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
