import { expect, it, vi } from 'vitest';
import type { EntityManager } from '@mikro-orm/postgresql';
import { searchSources } from '../search-documents.ts';
import { searchJobs } from './search.job.ts';

const fill = vi.hoisted(() => ({ records: vi.fn<() => Promise<number>>(), messages: vi.fn<() => Promise<number>>() }));
vi.mock('../domains/search/search.documents.ts', () => ({ fillIndex: fill.records }));
const words = vi.hoisted(() => ({ has: vi.fn<() => Promise<boolean>>(), recount: vi.fn<() => Promise<void>>() }));
vi.mock('../domains/search/search.service.ts', () => ({ hasWords: words.has, recountWords: words.recount }));
vi.mock('../domains/messages/message-index.service.ts', () => ({ fillMessageIndex: fill.messages }));

it('reads messages that are not indexed until there are none, words once, and records each time', async () => {
  fill.records.mockResolvedValue(0);
  words.has.mockResolvedValueOnce(false).mockResolvedValue(true);
  fill.messages.mockResolvedValueOnce(500).mockResolvedValueOnce(3).mockResolvedValue(0);
  const job = searchJobs(() => ({}) as EntityManager, searchSources).find(({ name }) => name === 'search-fill');
  for (let run = 0; run < 6; run += 1) await job?.run({} as never, { id: '1' });
  expect([fill.records.mock.calls.length, fill.messages.mock.calls.length]).toEqual([6, 3]);
  expect(words.recount).toHaveBeenCalledOnce();
});
