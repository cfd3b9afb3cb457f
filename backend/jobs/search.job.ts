import type { EntityManager } from '@mikro-orm/postgresql';
import { MINUTE_MS } from '#shared/time.ts';
import type { JobDefinition } from '../db/job-queue.ts';
import { fillIndex } from '../domains/search/search.documents.ts';
import { recountWords } from '../domains/search/search.service.ts';

/** What search does by itself: index what is missing, and once a night count its words anew. */
export function searchJobs(forkEm: () => EntityManager): JobDefinition[] {
  return [
    {
      name: 'search-fill',
      cron: '*/2 * * * *',
      run: async () => {
        await fillIndex(forkEm(), MINUTE_MS);
      },
    },
    { name: 'search-recount', cron: '40 3 * * *', run: () => recountWords(forkEm()) },
  ];
}
