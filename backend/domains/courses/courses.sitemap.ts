import { Router, type Response } from 'express';
import type { Pool } from '../../db/pool.ts';
import { escapeMarkup } from '../../http/page-head.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { listSitemapItems, listSitemapMonths } from './courses.public.ts';

/** Dependencies of the sitemap. */
interface SitemapDeps {
  /** The pool of expensive reads. */
  searchPool: Pool;
  limits: RateLimits;
  publicUrl: string;
}

/** How long a copy may be used, in seconds. */
const MAX_AGE_SECONDS = 3_600;
const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9';
/** Public pages without a record. */
const PAGES = ['/', '/help', '/privacy-policy', '/terms-of-service'];

/**
 * Serves `/robots.txt` (RFC 9309) and the sitemap of the public pages (https://www.sitemaps.org/protocol.html):
 * `/sitemap.xml` lists a file for each month in which items were published, and more files for a month of very many.
 */
export function sitemap({ searchPool, limits, publicUrl }: SitemapDeps): Router {
  const router = Router();
  const addressOf = (path: string): string => `<loc>${escapeMarkup(publicUrl + path)}</loc>`;

  router.get('/robots.txt', (_req, res) => {
    const rules = [
      'User-agent: *',
      'Allow: /api/public/',
      'Disallow: /api/public/courses/*/files/',
      'Allow: /api/courses/*/image',
      // Google Calendar fetches the calendars of members by these rules.
      'Allow: /api/events/feed.ics',
      'Disallow: /api/',
    ];
    send(res, 'text/plain', `${rules.join('\n')}\n\nSitemap: ${publicUrl}/sitemap.xml\n`);
  });
  router.get('/sitemap.xml', async (req, res) => {
    await limits.consume('anonymousAddress', req.ip ?? 'unknown');
    const months = await listSitemapMonths(searchPool);
    const names = months.flatMap(({ month, parts }) =>
      Array.from({ length: parts }, (_none, index) => (index === 0 ? month : `${month}-${String(index + 1)}`)),
    );
    const files = ['pages', ...names].map((name) => `<sitemap>${addressOf(`/sitemap-${name}.xml`)}</sitemap>`);
    sendXml(res, 'sitemapindex', files);
  });
  router.get('/sitemap-pages.xml', (_req, res) => {
    sendXml(
      res,
      'urlset',
      PAGES.map((path) => `<url>${addressOf(path)}</url>`),
    );
  });
  router.get(/^\/sitemap-(\d{4}-(?:0[1-9]|1[0-2]))(?:-([2-9]|[1-9]\d{1,3}))?\.xml$/, async (req, res, next) => {
    await limits.consume('anonymousAddress', req.ip ?? 'unknown');
    const [month, part] = [String(req.params[0]), Number(req.params[1] ?? 1)];
    const items = await listSitemapItems(searchPool, { month, part });
    if (items.length === 0) return next();
    sendXml(
      res,
      'urlset',
      items.map(({ path, changedAt }) => `<url>${addressOf(path)}<lastmod>${changedAt}</lastmod></url>`),
    );
  });
  return router;
}

function sendXml(res: Response, root: string, entries: readonly string[]): void {
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', `<${root} xmlns="${SCHEMA}">`, ...entries, `</${root}>`];
  send(res, 'application/xml', `${lines.join('\n')}\n`);
}

function send(res: Response, type: string, content: string): void {
  res.setHeader('Cache-Control', `public, max-age=${MAX_AGE_SECONDS}`);
  res.type(type).send(content);
}
