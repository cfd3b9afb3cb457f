import type { CDPSession, Locator, Page } from '@playwright/test';
import { openLive } from './call-steps.ts';
import { expect, test } from './fixtures.ts';
import { createPerson, type Person } from './people.ts';
import { startStack, type Stack } from './stack.ts';

const MESSAGES = 100_000;
/** Messages of a conversation whose length is not what the test is about. */
const FEW = 1_000;
/** Messages in one page of the server's response. */
const PAGE = 50;

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack();
});
test.afterAll(() => stack.stop());

/** Stores a conversation of two users, of `count` messages of one to five lines, the last one a minute ago. */
async function fill(one: Person, other: Person, count = MESSAGES): Promise<void> {
  await stack.sql(
    `with pair as (select least($1::uuid, $2::uuid) as low, greatest($1::uuid, $2::uuid) as high),
      c as (insert into conversations (id, low_id, high_id, last_seq) select gen_random_uuid(), low, high, $3::int
        from pair returning *),
      s as (insert into conversation_state (conversation_id, user_id) select c.id, u
        from c, unnest(array[c.low_id, c.high_id]) u)
    insert into messages (id, sender_id, receiver_id, client_id, content, conversation_id, conversation_seq,
      created_at, read)
    select gen_random_uuid(), case when n % 3 = 0 then c.low_id else c.high_id end, case when n % 3 = 0 then c.high_id
      else c.low_id end, gen_random_uuid(),
      'Message number ' || n || repeat(' and some more words about the lesson', n % 6) || case when n = $3::int / 2
        then ' quokka' else '' end,
      c.id, n, now() - ($3::int - n) * interval '1 minute', true
    from c, generate_series(1, $3::int) n`,
    [one.id, other.id, count],
  );
  // Sending keeps the index; one word is enough to be found.
  await stack.sql(
    `insert into message_index (message_id, scopes, sent_at, fts) select id, array[conversation_id, sender_id,
      receiver_id], created_at, to_tsvector('simple', 'quokka')
    from messages where content like '% quokka' on conflict do nothing`,
  );
  await stack.sql('analyze messages');
}

/** Waits until an element has stayed at its place for 30 frames: a wheel scrolls with an animation. */
function settle(element: Locator): Promise<void> {
  return element.evaluate(async (watched) => {
    let last = Number.NaN;
    for (let still = 0; still < 30;) {
      await new Promise(requestAnimationFrame);
      const { top } = watched.getBoundingClientRect();
      still = top === last ? still + 1 : 0;
      last = top;
    }
  });
}

interface Look {
  nodes: number;
  heapMb: number;
}

async function look(cdp: CDPSession): Promise<Look> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0;
  const { result } = await cdp.send('Runtime.evaluate', { expression: 'document.querySelectorAll("*").length' });
  return { nodes: Number(result.value), heapMb: Math.round(of('JSHeapUsedSize') / 104_857.6) / 10 };
}

/** Scrolls until so many further pages were fetched. */
async function scrollOver(
  page: Page,
  pages: number,
  { fetched, down = false }: { fetched: () => number; down?: boolean },
): Promise<void> {
  const until = fetched() + pages;
  await page.getByRole('log').hover();
  while (fetched() < until) {
    await page.mouse.wheel(0, down ? 900 : -900);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}

test('100,000 messages: opening reads one page, scrolling does not increase nodes and heap, a result is opened', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const ana = await createPerson(browser, stack, { role: 'teacher', fullName: 'Ana Ruiz', path: null });
  const ben = await createPerson(browser, stack, { role: 'teacher', fullName: 'Ben Adu', path: null });
  await fill(ana, ben);
  const benId = ben.id;
  const { page } = ana;
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  let pages = 0;
  const addresses = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname !== `/api/messages/${benId}`) return;
    pages += 1;
    addresses.add(request.url());
  });
  const fetched = (): number => pages;
  await page.goto(`${stack.url}/chat?with=${benId}`);
  const log = page.getByRole('log');
  await expect(log.getByText(`Message number ${String(MESSAGES)}`)).toBeVisible();
  await page.waitForLoadState('networkidle');
  // A page that is requested again, such as after an error, counts once.
  expect(addresses.size).toBe(1);

  // Read from the page itself: tasks over 50 ms, which a busy machine makes too, and so nothing is asserted of them.
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      entryTypes: ['longtask'],
    });
  });
  // The page keeps eight; from there on each further one replaces one.
  await scrollOver(page, 12, { fetched });
  const early = await look(cdp);
  await scrollOver(page, 24, { fetched });
  const late = await look(cdp);
  const tasks = await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks);
  console.log(
    `after 13 pages ${String(early.nodes)} nodes, ${String(early.heapMb)} MB; after 37 pages ` +
      `${String(late.nodes)} nodes, ${String(late.heapMb)} MB; tasks over 50 ms: ` +
      `${String(tasks.length)} (${tasks.map(Math.round).join(', ')})`,
  );
  // How many pages are on the page at the moment varies; what counts is that their number is bounded.
  expect(Math.max(early.nodes, late.nodes)).toBeLessThan(2_500);
  expect(late.heapMb).toBeLessThan(early.heapMb * 1.5);
  // What was dropped at the newer end is fetched again.
  await scrollOver(page, 5, { fetched, down: true });

  await page.getByRole('button', { name: 'Go to the newest' }).click();
  await expect(log.getByText(`Message number ${String(MESSAGES)}`)).toBeInViewport();
  await page.getByLabel('Search members and messages').fill('quokka');
  await page.getByRole('list', { name: 'Messages found' }).getByRole('link').click();
  await expect(log.getByText('quokka')).toBeInViewport();
  const before = pages;
  // Where it is stays while older and newer pages come around it.
  await scrollOver(page, 2, { fetched });
  await scrollOver(page, 2, { fetched, down: true });
  expect(pages - before).toBeLessThan(10);
  await page.getByRole('button', { name: 'Go to the newest' }).click();
  await expect(log.getByText(`Message number ${String(MESSAGES)}`)).toBeInViewport();
  await expect(page).toHaveURL(`${stack.url}/chat?with=${benId}`);
});

test('the visible messages do not move when a message arrives and when older ones are inserted above', async ({
  browser,
}) => {
  const cat = await createPerson(browser, stack, { role: 'teacher', fullName: 'Cat Lind', path: null });
  const dan = await createPerson(browser, stack, { role: 'teacher', fullName: 'Dan Osei', path: null });
  await fill(cat, dan, FEW);
  await openLive(cat.page, `${stack.url}/chat?with=${dan.id}`);
  await dan.page.goto(`${stack.url}/chat?with=${cat.id}`);
  const log = cat.page.getByRole('log');
  await log.hover();
  await expect(log.getByText(`Message number ${String(FEW)}`)).toBeVisible();
  const watched = log.getByText(`Message number ${String(FEW - PAGE / 2)}`, { exact: false }).first();
  const topOf = async (): Promise<number> => Math.round((await watched.boundingBox())?.y ?? Number.NaN);
  await settle(watched);
  const start = await topOf();
  await cat.page.mouse.wheel(0, -1_500);
  await expect.poll(topOf).not.toBe(start);
  await settle(watched);
  const before = await topOf();
  await dan.page.getByLabel('Message to Cat Lind').fill('something new, over\nthree\nlines');
  await dan.page.keyboard.press('Enter');
  await expect(cat.page.getByRole('button', { name: 'New messages' })).toBeVisible();
  expect(Math.abs((await topOf()) - before)).toBeLessThanOrEqual(1);
  await cat.page.getByRole('button', { name: 'New messages' }).click();
  await expect(log.getByText('something new, over')).toBeInViewport();
});

test('unread messages above the loaded ones are one step away', async ({ browser }) => {
  const eva = await createPerson(browser, stack, { role: 'teacher', fullName: 'Eva Holm', path: null });
  const fay = await createPerson(browser, stack, { role: 'teacher', fullName: 'Fay Ito', path: null });
  await fill(eva, fay, FEW);
  const from = FEW - 3 * PAGE;
  await stack.sql(
    `with eva as (select $1::uuid as id),
      cursor as (insert into read_cursors (user_id, conversation_id, seq, updated_at) select eva.id, c.id, $2::int,
        now() from eva join conversations c on eva.id in (c.low_id, c.high_id)),
      state as (update conversation_state set has_unread = true where user_id = (select id from eva))
    update messages set read = false where receiver_id = (select id from eva) and conversation_seq > $2::int`,
    [eva.id, from],
  );
  await eva.page.goto(`${stack.url}/chat?with=${fay.id}`);
  const log = eva.page.getByRole('log');
  await expect(log.getByText(`Message number ${String(FEW)}`)).toBeVisible();
  await eva.page.getByRole('link', { name: 'Go to the first new message' }).click();
  await expect(log.getByText(`Message number ${String(from + 1)}`)).toBeInViewport();
  await expect(log.getByText('New', { exact: true })).toBeVisible();
  await eva.page.getByRole('button', { name: 'Go to the newest' }).click();
  await expect(log.getByText(`Message number ${String(FEW)}`)).toBeInViewport();
});
