import type { Page } from '@playwright/test';
import { callWith, cardOf, openPair, recordToasts, rowOf, see } from './call-steps.ts';
import { expect, test } from './fixtures.ts';

/** Resolves when the page reports on a new live link that it is in a call. */
function reported(page: Page): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        if (String(payload).includes('"call-alive"')) resolve();
      }),
    );
  });
}

test('a call goes on while the only server is killed and started again', async ({ browser, ownStack }) => {
  const { ana, ben } = await openPair(browser, ownStack);
  const pages = [
    [ana.page, 'Ben Adu'],
    [ben.page, 'Ana Ruiz'],
  ] as const;
  await ana.page.getByRole('button', { name: 'Video call' }).click();
  await cardOf(ben.page).getByRole('button', { name: 'Answer', exact: true }).click();
  for (const [page, name] of pages) await see(page, name);
  const stored = () =>
    ownStack.sql<{ end_reason: string | null; answered_ms: number; ms: number }>(
      `select end_reason, extract(epoch from answered_at)::float8 * 1000 as answered_ms,
        extract(epoch from ended_at - answered_at)::float8 * 1000 as ms from calls where answered_at is not null`,
    );
  await expect.poll(stored).toHaveLength(1);
  const toasts = await Promise.all([ana.page, ben.page].map(recordToasts));
  const both = Promise.all([ana.page, ben.page].map(reported));
  await ownStack.kill9();
  for (const [page, name] of pages) await see(page, name);
  await ownStack.restart();
  await both;
  for (const [page, name] of pages) await see(page, name);
  const leastMs = Date.now() - ((await stored())[0]?.answered_ms ?? 0);
  await callWith(ben.page, 'Ana Ruiz').getByRole('button', { name: 'Hang up' }).click();
  for (const [page, name] of pages) await expect(callWith(page, name)).toBeHidden();
  await expect.poll(stored).toMatchObject([{ end_reason: 'completed' }]);
  // From the answer to the hang-up, with the time without a server.
  expect((await stored())[0]?.ms).toBeGreaterThan(leastMs - 1_000);
  await expect(rowOf(ana.page, /^Video call, \d+:\d\d/)).toBeVisible();
  const ends = await Promise.all(
    toasts.map(async (read) => (await read()).filter((text) => text.startsWith('Call Ended'))),
  );
  expect(ends).toEqual([['Call Ended / Ben Adu has ended the call'], []]);
});
