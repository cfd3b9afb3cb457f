import type { EntityManager } from '@mikro-orm/postgresql';
import { MINUTE_MS } from '#shared/time.ts';
import type { JobDefinition } from '../db/job-queue.ts';
import type { SearchSources } from '../db/search-document.ts';
import { fillMessageIndex } from '../domains/messages/message-index.service.ts';
import { fillIndex } from '../domains/search/search.documents.ts';
import { hasWords, recountWords } from '../domains/search/search.service.ts';

/** Jobs of search: index missing records, and recount the words once a night. */
export function searchJobs(forkEm: () => EntityManager, sources: SearchSources): JobDefinition[] {
  // Each message is indexed when it is sent. Finding missing ones reads every message, so that is done once after the
  // start and once a night.
  let hasAllMessages = false;
  return [
    {
      name: 'search-fill',
      cron: '*/2 * * * *',
      run: async () => {
        await fillIndex(forkEm(), sources, MINUTE_MS);
        // As after a migration that has emptied them.
        if (!(await hasWords(forkEm()))) await recountWords(forkEm());
        if (!hasAllMessages) hasAllMessages = (await fillMessageIndex(forkEm(), MINUTE_MS)) === 0;
      },
    },
    {
      name: 'search-fill-messages',
      cron: '20 3 * * *',
      run: async () => {
        await fillMessageIndex(forkEm());
      },
    },
    { name: 'search-recount', cron: '40 3 * * *', run: () => recountWords(forkEm()) },
  ];
}
