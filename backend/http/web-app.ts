import { extname } from 'node:path';
import { Router, type Request, type Response } from 'express';
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

/** A year, in seconds: built assets carry a hash in their name. */
const ASSET_MAX_AGE_SECONDS = 31_536_000;

/**
 * Serves the built web app: hashed assets with a long cache, the one page for every route. A loopback request to
 * another host name is redirected to PUBLIC_URL, because cookies and origins are bound to it.
 */
export function serveWebApp({ webDir, publicUrl }: { webDir: string; publicUrl: string }): Router {
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
    if (file) sendFile(req, res, file);
    else sendPage(req, res);
  });

  function sendPage(req: Request, res: Response): void {
    const path = req.path.length > 1 ? req.path.replace(/\/$/, '') : req.path;
    const html = files.page();
    if (html === null) {
      res.status(503).type('text/plain').send('The web app is not built. Run: npm run build');
      return;
    }
    res.status(PAGES.has(path) || PROFILE.test(path) ? 200 : 404);
    res.setHeader('Cache-Control', 'no-cache');
    res.type('html').send(html);
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
