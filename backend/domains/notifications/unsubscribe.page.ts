import type { EntityManager } from '@mikro-orm/postgresql';
import { Router, type Request, type Response } from 'express';
import type { EmailList, Subscription } from '../../gateways/email.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { UNSUBSCRIBE_PATH, unsubscribeFromEmail, type UnsubscribeLinks } from './unsubscribe.service.ts';

/** Dependencies of the page. */
interface UnsubscribeDeps {
  forkEm: () => EntityManager;
  links: UnsubscribeLinks;
  limits: RateLimits;
}

const INVALID = '<h1>This link is not valid</h1><p>Open the newest email and use its link.</p>';
/** What the page says of each list: its title, and what stops. */
const LISTS: Record<EmailList, { question: string; done: string }> = {
  notifications: {
    question: `<h1>Stop emails about notifications?</h1>
<p>Emails about the safety of your account are still sent.</p>`,
    done: 'Lyceum sends you no more emails about notifications. You can turn them on again in your settings.',
  },
  news: {
    question: `<h1>Stop news about Lyceum?</h1>
<p>You still receive your other notifications and emails.</p>`,
    done: 'Lyceum sends you no more news. You can turn it on again in your settings.',
  },
};
const FORM = '<form method="post"><button>Unsubscribe</button></form>';

const doneOf = (list: EmailList): string => `<h1>You are unsubscribed</h1>
<p>${LISTS[list].done}</p>
<p><a href="/settings#notifications">Notification settings</a></p>`;

/**
 * The page of an address from an email. Opening it changes nothing, since scanners open every link; a POST unsubscribes
 * at once and needs no session, Origin or CSRF token, since email services send it (RFC 8058, section 3.1).
 */
export function unsubscribePage({ forkEm, links, limits }: UnsubscribeDeps): Router {
  const router = Router();
  const path = `${UNSUBSCRIBE_PATH}/:token`;
  const subscriptionOf = async (req: Request<{ token: string }>): Promise<Subscription | null> => {
    await limits.consume('anonymousAddress', req.ip ?? 'unknown');
    return links.read(req.params.token);
  };
  router.get(path, async (req, res) => {
    const subscription = await subscriptionOf(req);
    if (subscription) send(res, 200, LISTS[subscription.list].question + FORM);
    else send(res, 404, INVALID);
  });
  router.post(path, async (req, res) => {
    const subscription = await subscriptionOf(req);
    if (!subscription) return send(res, 404, INVALID);
    await unsubscribeFromEmail(forkEm(), subscription);
    send(res, 200, doneOf(subscription.list));
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
