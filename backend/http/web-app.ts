import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Router, type Request, type Response } from 'express';
import sirv from 'sirv';

/** The routes of the renderer (spec section 2); every other path is answered with the app and status 404 (decision 12). */
const PAGES = new Set([
  '/', '/auth', '/home', '/library', '/chat', '/profile', '/settings', '/analytics', '/students', '/courses',
  '/connections', '/connections/suggestions', '/connections/all', '/help', '/privacy-policy', '/terms-of-service',
]);
const PROFILE = /^\/profile\/[\w-]+$/;

/** A year, in seconds: built assets carry a hash in their name. */
const ASSET_MAX_AGE_SECONDS = 31_536_000;

/**
 * Serves the built web app: hashed assets with a long cache, the one page for every route. A loopback visitor who
 * came by another name of this machine is sent to PUBLIC_URL, since cookies and origins are bound to it.
 */
export function serveWebApp({ webDir, publicUrl }: { webDir: string; publicUrl: string }): Router {
  const router = Router();
  const files = existsSync(webDir) ? serveFiles(webDir) : undefined;
  const publicHost = new URL(publicUrl).host;
  const isLoopback = publicUrl.startsWith('http:');

  router.use((req: Request, res: Response, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    if (req.path.startsWith('/api/') || req.path.startsWith('/socket.io')) return next();
    if (isLoopback && req.headers['sec-fetch-dest'] === 'document' && req.headers.host !== publicHost) {
      return res.redirect(307, publicUrl + req.originalUrl);
    }
    if (/\.(html|stamp|gz|br)$/.test(req.path) || req.path === '/') return sendPage(req, res);
    if (!files) return sendPage(req, res);
    files(req, res, () => sendPage(req, res));
  });

  function sendPage(req: Request, res: Response): void {
    const path = req.path.length > 1 ? req.path.replace(/\/$/, '') : req.path;
    const html = readPage(webDir);
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

function serveFiles(webDir: string) {
  return sirv(webDir, {
    gzip: true,
    brotli: true,
    etag: true,
    setHeaders(res, path) {
      const isHashed = path.startsWith('/assets/');
      res.setHeader('Cache-Control', isHashed ? `public, max-age=${ASSET_MAX_AGE_SECONDS}, immutable` : 'no-cache');
    },
    ignores: [/^\/api/, /^\/socket\.io/, /\.stamp$/],
  });
}

const pages = new Map<string, string>();

function readPage(webDir: string): string | null {
  const kept = pages.get(webDir);
  if (kept !== undefined) return kept;
  try {
    const html = readFileSync(join(webDir, 'index.html'), 'utf8');
    pages.set(webDir, html);
    return html;
  } catch {
    return null;
  }
}
