import { extname } from 'node:path';
import { Router, type Request, type Response } from 'express';
import { withHead, type PageHead } from './page-head.ts';
import { createWebFiles, type WebFile } from './web-files.ts';

/**
 * The routes of the renderer; every other path returns the app with status 404.
 */
const PAGES = new Set([
  '/',
  '/auth',
  '/home',
  '/library',
  '/chat',
  '/profile',
  '/settings',
  '/analytics',
  '/students',
  '/courses',
  '/connections',
  '/connections/suggestions',
  '/connections/all',
  '/help',
  '/privacy-policy',
  '/terms-of-service',
]);
const PROFILE = /^\/profile\/[\w-]+$/;

function isPage(path: string): boolean {
  return PAGES.has(path) || PROFILE.test(path);
}

/** A year, in seconds: built assets carry a hash in their name. */
const ASSET_MAX_AGE_SECONDS = 31_536_000;

/** Addresses that show an item (`?item=`): its public page, and its page for members. */
const ITEM_PAGES = new Set(['/', '/courses']);

interface WebAppParts {
  webDir: string;
  publicUrl: string;
  /** Loads what the HTML says about a public item; null when there is none. Rejects when it cannot be loaded now. */
  loadItemHead: (id: string, req: Request) => Promise<PageHead | null>;
}

/**
 * Serves the built web app: hashed assets with a long cache, the one page for every route. The page of a public item
 * has a head of its own, and status 404 for an unknown item. A loopback request to another host name is redirected to
 * PUBLIC_URL, because cookies and origins are bound to it.
 */
export function serveWebApp({ webDir, publicUrl, loadItemHead }: WebAppParts): Router {
  const router = Router();
  const files = createWebFiles(webDir);
  const publicHost = new URL(publicUrl).host;
  const isLoopback = publicUrl.startsWith('http:');

  router.use((req: Request, res: Response, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    if (req.path.startsWith('/api/') || req.path.startsWith('/socket.io')) return next();
    if (isLoopback && req.headers['sec-fetch-dest'] === 'document' && req.headers.host !== publicHost) {
      return res.redirect(307, publicUrl + req.originalUrl);
    }
    const file = /\.(gz|br)$/.test(req.path) ? null : files.find(req.path, req.headers['accept-encoding'] ?? '');
    if (file) return sendFile(req, res, file);
    const path = req.path.length > 1 ? req.path.replace(/\/$/, '') : req.path;
    const { item } = req.query;
    if (!ITEM_PAGES.has(path) || typeof item !== 'string') return sendPage(res, isPage(path) ? 200 : 404);
    loadItemHead(item, req)
      .then((head) => sendPage(res, head === null && path === '/' ? 404 : 200, head))
      // The page itself shows what the server could not load or write into it.
      .catch(() => sendPage(res, 200));
  });

  function sendPage(res: Response, status: number, head: PageHead | null = null): void {
    const html = files.page();
    if (html === null) {
      res.status(503).type('text/plain').send('The web app is not built. Run: npm run build');
      return;
    }
    res.status(status);
    res.setHeader('Cache-Control', 'no-cache');
    res.type('html').send(head === null ? html : withHead(html, head, publicUrl));
  }
  return router;
}

/** Ranges are ignored, as a server may (RFC 9110, section 14.2): all files are small. */
function sendFile(req: Request, res: Response, { bytes, encoding, etag }: WebFile): void {
  const isHashed = req.path.startsWith('/assets/');
  res.setHeader('Cache-Control', isHashed ? `public, max-age=${ASSET_MAX_AGE_SECONDS}, immutable` : 'no-cache');
  res.setHeader('Vary', 'Accept-Encoding');
  res.setHeader('ETag', etag);
  if (req.headers['if-none-match'] === etag) return void res.status(304).end();
  if (encoding !== null) res.setHeader('Content-Encoding', encoding);
  res.type(extname(req.path));
  res.setHeader('Content-Length', bytes.length);
  res.end(bytes);
}
