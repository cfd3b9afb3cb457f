import type { EntityManager } from '@mikro-orm/postgresql';
import type { Router } from 'express';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { loadItemHead } from './domains/courses/courses.public.ts';
import { sitemap } from './domains/courses/courses.sitemap.ts';
import { unsubscribePage } from './domains/notifications/unsubscribe.page.ts';
import type { UnsubscribeLinks } from './domains/notifications/unsubscribe.service.ts';
import { paymentWebhook } from './domains/purchases/purchases.webhook.ts';
import type { Payments } from './gateways/payments.ts';
import type { RateLimits } from './http/rate-limits.ts';
import { serveWebApp } from './http/web-app.ts';

interface OpenRouterDeps {
  forkEm: () => EntityManager;
  pool: Pool;
  searchPool: Pool;
  limits: RateLimits;
  log: Logger;
  payments: Payments | null;
  unsubscribeLinks: UnsubscribeLinks;
}

/** Returns the routers outside of the contract, whose requests have no session: pages and the payment webhook. */
export function createOpenRouters({ publicUrl, webDir, currency }: Config, deps: OpenRouterDeps): Router[] {
  const { forkEm, pool, searchPool, limits, log, payments } = deps;
  return [
    unsubscribePage({ forkEm, links: deps.unsubscribeLinks, limits }),
    paymentWebhook({ forkEm, payments, currency, limits, log }),
    sitemap({ searchPool, limits, publicUrl }),
    serveWebApp({
      webDir,
      publicUrl,
      loadItemHead: async (id, req) => {
        await limits.consume('anonymousAddress', req.ip ?? 'unknown');
        return loadItemHead(pool, id);
      },
    }),
  ];
}
