import type { EntityManager } from '@mikro-orm/postgresql';
import { Router, type Request, type Response } from 'express';
import type { RateLimits } from '../../http/rate-limits.ts';
import { UNSUBSCRIBE_PATH, unsubscribeFromEmail, type UnsubscribeLinks } from './unsubscribe.service.ts';

/** Dependencies of the page. */
interface UnsubscribeDeps {
  forkEm: () => EntityManager;
  links: UnsubscribeLinks;
  limits: RateLimits;
}

const INVALID = '<h1>This link is not valid</h1><p>Open the newest email and use its link.</p>';
const DONE = `<h1>You are unsubscribed</h1>
<p>Lyceum sends you no more emails about notifications. You can turn them on again in your settings.</p>
<p><a href="/settings#notifications">Notification settings</a></p>`;
const QUESTION = `<h1>Stop emails about notifications?</h1>
<p>Emails about the safety of your account are still sent.</p>
<form method="post"><button>Unsubscribe</button></form>`;

/**
 * The page of an address from an email. Opening it changes nothing, since scanners open every link; a POST unsubscribes
 * at once and needs no session, Origin or CSRF token, since email services send it (RFC 8058, section 3.1).
 */
export function unsubscribePage({ forkEm, links, limits }: UnsubscribeDeps): Router {
  const router = Router();
  const path = `${UNSUBSCRIBE_PATH}/:token`;
  const userOf = async (req: Request<{ token: string }>): Promise<string | null> => {
    await limits.consume('anonymousAddress', req.ip ?? 'unknown');
    return links.read(req.params.token);
  };
  router.get(path, async (req, res) => {
    const userId = await userOf(req);
    if (userId === null) send(res, 404, INVALID);
    else send(res, 200, QUESTION);
  });
  router.post(path, async (req, res) => {
    const userId = await userOf(req);
    if (userId === null) return send(res, 404, INVALID);
    await unsubscribeFromEmail(forkEm(), userId);
    send(res, 200, DONE);
  });
  return router;
}

function send(res: Response, status: number, content: string): void {
  const title = /<h1>(.*)<\/h1>/.exec(content)?.[1] ?? '';
  res.status(status).setHeader('Cache-Control', 'no-store');
  res.type('html').send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">
<title>${title} – Lyceum</title></head>
<body><main>${content}</main></body></html>`);
}
