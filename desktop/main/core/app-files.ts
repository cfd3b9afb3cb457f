import { OFFLINE_PATH } from '#shared/bridge/offline.ts';
import { extname, join, normalize, sep } from 'node:path';

/** Origin of the renderer's own pages. */
export const APP_ORIGIN = 'app://lyceum';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wav': 'audio/wav',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.pfb': 'application/octet-stream',
  '.bcmap': 'application/octet-stream',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
};

/** Returns the headers of every page of the app. The policy allows no code and no connection of another origin. */
export function pageHeaders(devServerUrl: string | null): Record<string, string> {
  // The dev server injects its reload script into the page and connects to its own socket.
  const script = devServerUrl === null ? '' : " 'unsafe-inline'";
  const connect = devServerUrl === null ? '' : ` ${devServerUrl.replace(/^http/, 'ws')}`;
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src 'self'${script}`,
      `style-src 'self'${script}`,
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "media-src 'self' blob:",
      "font-src 'self'",
      `connect-src 'self'${connect}`,
      "manifest-src 'self'",
      "worker-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
}

/** What a request to the app's origin is for. */
type AppTarget =
  | { kind: 'server' | 'offline' }
  | { kind: 'file'; file: string; type: string }
  | { kind: 'crash-page' | 'crash-style' | 'missing' };

/** True for the request that lists the advertisements of a page; a member's own ones are another one. */
export function isAdvertisementList(pathname: string): boolean {
  return pathname === '/api/advertisements';
}

/** Path of the page shown after repeated crashes of the renderer. */
export const CRASH_PATH = '/crash';
const CRASH_STYLE_PATH = '/crash.css';

/**
 * Resolves a path of the app's origin: to the server, to a copy for offline use, to a file below `rootDir`, or to the
 * app's page for a path without an extension. A path outside `rootDir` is missing.
 */
export function findTarget(pathname: string, rootDir: string): AppTarget {
  if (/^\/(?:api|uploads)(?:\/|$)/.test(pathname)) return { kind: 'server' };
  if (pathname.startsWith(OFFLINE_PATH)) return { kind: 'offline' };
  if (pathname === CRASH_PATH) return { kind: 'crash-page' };
  if (pathname === CRASH_STYLE_PATH) return { kind: 'crash-style' };
  const decoded = decode(pathname);
  if (decoded === undefined || decoded.includes('\0') || decoded.includes('\\')) return { kind: 'missing' };
  const extension = extname(decoded);
  const name = extension === '' ? 'index.html' : decoded;
  const file = normalize(join(rootDir, name));
  const type = TYPES[extension === '' ? '.html' : extension];
  if (type === undefined || !file.startsWith(normalize(rootDir + sep))) return { kind: 'missing' };
  return { kind: 'file', file, type };
}

function decode(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}
