import { Router, type RequestHandler } from 'express';
import { DAY_MS } from '#shared/time.ts';
import { databaseNowMs } from '../db/clock.ts';

/** How long the file is valid from the day of the request on. RFC 9116 (2.5.5) recommends less than a year. */
const VALID_MS = 180 * DAY_MS;
/** How long a copy may be used, in seconds. */
const MAX_AGE_SECONDS = 86_400;

/**
 * Serves `/.well-known/security.txt` (RFC 9116): to whom vulnerabilities are reported. Without a contact, the address
 * does not exist, like every other one below `/.well-known/` (RFC 8615): the page of the app would be taken for a
 * file.
 */
export function securityTxt({ contact, publicUrl }: { contact: string | undefined; publicUrl: string }): Router {
  const router = Router();
  const notFound: RequestHandler = (_req, res) => void res.status(404).type('text/plain').send('Not found\n');
  if (contact === undefined) return router.use('/.well-known', notFound);
  const path = '/.well-known/security.txt';
  router.get(path, (_req, res) => {
    const today = databaseNowMs() - (databaseNowMs() % DAY_MS);
    const lines = [
      `Contact: ${contact.startsWith('https:') ? contact : `mailto:${contact}`}`,
      `Expires: ${new Date(today + VALID_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}${path}`,
    ];
    res.setHeader('Cache-Control', `public, max-age=${MAX_AGE_SECONDS}`);
    res.type('text/plain').send(`${lines.join('\n')}\n`);
  });
  return router.use('/.well-known', notFound);
}
