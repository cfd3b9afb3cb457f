import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { registerPerson, type Person } from './people.ts';
import { startStack, type Stack } from './stack.ts';

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack();
});
test.afterAll(() => stack.stop());

async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(' ') ?? ''}`);
}

async function idOf({ username }: Person): Promise<string> {
  const [row] = await stack.sql<{ id: string }>(`select id from users where username = '${username}'`);
  return row?.id ?? '';
}

async function connect(one: Person, other: Person): Promise<void> {
  await stack.sql(
    `insert into connections (id, user_id, connected_user_id, status) values (gen_random_uuid(), '${await idOf(one)}', '${await idOf(other)}', 'accepted')`,
  );
}

async function write(page: Page, name: string, words: string): Promise<void> {
  await page.getByLabel(`Message to ${name}`).fill(words);
  await page.keyboard.press('Enter');
}

test('two people write, live: unread, read, answer, edit, take back, typing', async ({ browser }) => {
  const ana = await registerPerson(browser, stack.url, { role: 'student', fullName: 'Ana Ruiz' });
  const ben = await registerPerson(browser, stack.url, { role: 'teacher', fullName: 'Ben Adu' });
  await connect(ana, ben);
  await ana.page.goto(`${stack.url}/chat?with=${await idOf(ben)}`);
  await write(ana.page, 'Ben Adu', 'Is the lab open today?');
  await expect(ana.page.getByRole('log').getByText('Is the lab open today?')).toBeVisible();
  await expect(ana.page.getByLabel('Sent')).toBeVisible();
  // Ben is on another page: he is told.
  await expect(ben.page.getByText('Ana Ruiz: Is the lab open today?', { exact: true })).toBeVisible();

  await ben.page.goto(`${stack.url}/chat`);
  await expect(ben.page.getByRole('link', { name: /Ana Ruiz.*1 unread/ })).toBeVisible();
  await ben.page.getByRole('link', { name: /Ana Ruiz/ }).click();
  await expect(ben.page.getByRole('log').getByText('Is the lab open today?')).toBeVisible();
  await expect(ana.page.getByLabel('Read', { exact: true })).toBeVisible();
  await ben.page.getByLabel('Message to Ana Ruiz').pressSequentially('Yes');
  await expect(ana.page.getByRole('status').filter({ hasText: 'writes…' })).toBeVisible();
  expect(await faultsOf(ben.page)).toEqual([]);

  await ben.page.getByRole('button', { name: 'What to do with this message of Ana Ruiz' }).click();
  await ben.page.getByRole('menuitem', { name: 'Answer' }).click();
  await write(ben.page, 'Ana Ruiz', 'Yes, until six');
  await expect(ana.page.getByRole('log').getByText('Yes, until six')).toBeVisible();
  await ben.page.getByLabel('Message to Ana Ruiz').press('ArrowUp');
  await write(ben.page, 'Ana Ruiz', 'Yes, until seven');
  await expect(ana.page.getByRole('log').getByText('Yes, until seven')).toBeVisible();
  await expect(ana.page.getByText('edited')).toBeVisible();
  await ben.page.getByRole('button', { name: 'What to do with this message of yours' }).click();
  await ben.page.getByRole('menuitem', { name: 'Delete for both' }).click();
  await expect(ana.page.getByRole('log').getByText('Message deleted')).toBeVisible();
  await expect(ana.page.getByRole('log').getByText('Yes, until seven')).toBeHidden();
});

test('what is written offline is sent once the network is back, and nothing is lost or doubled', async ({
  browser,
}) => {
  const cat = await registerPerson(browser, stack.url, { role: 'student', fullName: 'Cat Lind' });
  const dan = await registerPerson(browser, stack.url, { role: 'teacher', fullName: 'Dan Osei' });
  await connect(cat, dan);
  await cat.page.goto(`${stack.url}/chat?with=${await idOf(dan)}`);
  await dan.page.goto(`${stack.url}/chat?with=${await idOf(cat)}`);
  await expect(cat.page.getByLabel('Message to Dan Osei')).toBeVisible();
  await cat.context.setOffline(true);
  await write(cat.page, 'Dan Osei', 'first');
  await write(cat.page, 'Dan Osei', 'second');
  await expect(cat.page.getByText('Sending').first()).toBeVisible();
  await cat.context.setOffline(false);
  await expect(dan.page.getByRole('log').getByText('second')).toBeVisible({ timeout: 20_000 });
  await expect(cat.page.getByText('Sending')).toHaveCount(0);
  const rows = await stack.sql<{ content: string }>(
    `select content from messages where sender_id = '${await idOf(cat)}' order by conversation_seq`,
  );
  expect(rows.map(({ content }) => content)).toEqual(['first', 'second']);
});

test('a stranger writes one request, which is accepted', async ({ browser }) => {
  const eve = await registerPerson(browser, stack.url, { role: 'teacher', fullName: 'Eve Moreau' });
  const fay = await registerPerson(browser, stack.url, { role: 'teacher', fullName: 'Fay Kim' });
  const gus = await registerPerson(browser, stack.url, { role: 'student', fullName: 'Gus Sato' });
  await eve.page.goto(`${stack.url}/chat?with=${await idOf(gus)}`);
  await expect(eve.page.getByText('takes messages from their connections.')).toBeVisible();
  await eve.page.goto(`${stack.url}/chat?with=${await idOf(fay)}`);
  await write(eve.page, 'Fay Kim', 'May I ask about your course?');
  await expect(eve.page.getByText('Your message waits for their answer.')).toBeVisible();
  await fay.page.goto(`${stack.url}/chat`);
  await fay.page.getByRole('tab', { name: /Requests/ }).click();
  await fay.page.getByRole('link', { name: /Eve Moreau/ }).click();
  await expect(fay.page.getByText('No connection in common, and no institution has confirmed them.')).toBeVisible();
  await fay.page.getByRole('button', { name: 'Accept' }).click();
  await write(fay.page, 'Eve Moreau', 'Of course');
  await expect(eve.page.getByRole('log').getByText('Of course')).toBeVisible();
  await write(eve.page, 'Fay Kim', 'Thank you');
  await expect(fay.page.getByRole('log').getByText('Thank you')).toBeVisible();
  await fay.page.getByRole('button', { name: 'What to do with this conversation' }).click();
  await fay.page.getByRole('menuitem', { name: 'Archive' }).click();
  await fay.page.getByRole('tab', { name: 'Archived' }).click();
  await expect(fay.page.getByRole('link', { name: /Eve Moreau/ }).first()).toBeVisible();
  await fay.page.getByLabel('Search your messages').fill('course');
  await expect(
    fay.page.getByRole('list', { name: 'Messages found' }).getByText('May I ask about your course?'),
  ).toBeVisible();
  expect(await faultsOf(fay.page)).toEqual([]);
});
