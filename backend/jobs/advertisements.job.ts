import type { EntityManager } from '@mikro-orm/postgresql';
import type { JobDefinition } from '../db/job-queue.ts';
import { forgetAdViews } from '../domains/advertisements/advertisements.service.ts';

/** Forgets every hour which advertisements members saw on days before. */
export function advertisementJobs(forkEm: () => EntityManager): JobDefinition[] {
  return [{ name: 'advertisement-views', cron: '7 * * * *', run: () => forgetAdViews(forkEm()) }];
}
