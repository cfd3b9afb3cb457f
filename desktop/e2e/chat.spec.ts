import type { Page } from '@playwright/test';
import { findFaults } from './axe.ts';
import { openLive, recordToasts } from './call-steps.ts';
import { expect, test } from './fixtures.ts';
import { connect, createPerson } from './people.ts';

async function write(page: Page, name: string, words: string): Promise<void> {
  await page.getByLabel(`Message to ${name}`).fill(words);
  await page.keyboard.press('Enter');
}

test('two members write live: unread, read, reply, edit, delete, typing', async ({ browser, stack }) => {
  const ana = await createPerson(browser, stack, { role: 'student', fullName: 'Ana Ruiz', path: null });
  const ben = await createPerson(browser, stack, { role: 'teacher', fullName: 'Ben Adu', path: null });
  await connect(stack, ana, ben);
  await openLive(ben.page, `${stack.url}/home`);
  const toasts = await recordToasts(ben.page);
  await ana.page.goto(`${stack.url}/chat?with=${ben.id}`);
  await write(ana.page, 'Ben Adu', 'Is the lab open today?');
  await expect(ana.page.getByRole('log').getByText('Is the lab open today?')).toBeVisible();
  await expect(ana.page.getByLabel('Sent')).toBeVisible();
  // Ben is on another page, where a toast shows it.
  await expect.poll(toasts).toContain('New message / Ana Ruiz: Is the lab open today?');

  await ben.page.goto(`${stack.url}/chat`);
  await expect(ben.page.getByRole('link', { name: /Ana Ruiz.*1 unread/ })).toBeVisible();
  await ben.page.getByRole('link', { name: /Ana Ruiz/ }).click();
  await expect(ben.page.getByRole('log').getByText('Is the lab open today?')).toBeVisible();
  await expect(ana.page.getByLabel('Read', { exact: true })).toBeVisible();

  // Ben works in another window, with the thread open: nothing is read before he is back.
  await ben.page.evaluate(() =>
    Object.defineProperty(document, 'hasFocus', { configurable: true, value: () => false }),
  );
  const toastsInChat = await recordToasts(ben.page);
  await write(ana.page, 'Ben Adu', 'Or tomorrow?');
  await expect.poll(toastsInChat).toContain('New message / Ana Ruiz: Or tomorrow?');
  await expect(ben.page.getByRole('log').getByText('Or tomorrow?')).toBeVisible();
  await expect(ana.page.getByLabel('Read', { exact: true })).toHaveCount(1);
  await ben.page.evaluate(() => {
    Reflect.deleteProperty(document, 'hasFocus');
    window.dispatchEvent(new Event('focus'));
  });
  await expect(ana.page.getByLabel('Read', { exact: true })).toHaveCount(2);
  // It is shown for some seconds.
  const typing = ana.page.getByRole('status').filter({ hasText: 'typing…' }).waitFor();
  await ben.page.getByLabel('Message to Ana Ruiz').pressSequentially('Yes');
  await typing;
  expect(await findFaults(ben.page)).toEqual([]);

  await ben.page.getByRole('button', { name: 'Actions for the message from Ana Ruiz' }).last().click();
  await ben.page.getByRole('menuitem', { name: 'Reply' }).click();
  await write(ben.page, 'Ana Ruiz', 'Yes, until six');
  await expect(ana.page.getByRole('log').getByText('Yes, until six')).toBeVisible();
  // What the server has not confirmed cannot be edited.
  await expect(ben.page.getByRole('log').getByLabel(/^(Sent|Read)$/)).toBeVisible();
  await ben.page.getByLabel('Message to Ana Ruiz').press('ArrowUp');
  await write(ben.page, 'Ana Ruiz', 'Yes, until seven');
  await expect(ana.page.getByRole('log').getByText('Yes, until seven')).toBeVisible();
  await expect(ana.page.getByText('edited')).toBeVisible();
  await ben.page.getByRole('button', { name: 'Actions for your message' }).click();
  await ben.page.getByRole('menuitem', { name: 'Delete for both' }).click();
  await expect(ana.page.getByRole('log').getByText('Message deleted')).toBeVisible();
  await expect(ana.page.getByRole('log').getByText('Yes, until seven')).toBeHidden();
});

test('messages written offline are sent once the network is back, and none is lost or doubled', async ({
  browser,
  stack,
}) => {
  const cat = await createPerson(browser, stack, { role: 'student', fullName: 'Cat Lind', path: null });
  const dan = await createPerson(browser, stack, { role: 'teacher', fullName: 'Dan Osei', path: null });
  await connect(stack, cat, dan);
  await cat.page.goto(`${stack.url}/chat?with=${dan.id}`);
  await openLive(dan.page, `${stack.url}/chat?with=${cat.id}`);
  await expect(cat.page.getByLabel('Message to Dan Osei')).toBeVisible();
  await cat.context.setOffline(true);
  await write(cat.page, 'Dan Osei', 'first');
  await write(cat.page, 'Dan Osei', 'second');
  await expect(cat.page.getByText('Sending').first()).toBeVisible();
  await cat.context.setOffline(false);
  await expect(dan.page.getByRole('log').getByText('second')).toBeVisible();
  await expect(cat.page.getByText('Sending')).toHaveCount(0);
  const rows = await stack.sql<{ content: string }>(
    `select content from messages where sender_id = '${cat.id}' order by conversation_seq`,
  );
  expect(rows.map(({ content }) => content)).toEqual(['first', 'second']);
});

test('a stranger writes one request, which is accepted', async ({ browser, stack }) => {
  const eve = await createPerson(browser, stack, { role: 'teacher', fullName: 'Eve Moreau', path: null });
  const fay = await createPerson(browser, stack, { role: 'teacher', fullName: 'Fay Kim', path: null });
  const gus = await createPerson(browser, stack, { role: 'student', fullName: 'Gus Sato', path: null });
  await eve.page.goto(`${stack.url}/chat?with=${gus.id}`);
  await expect(eve.page.getByText('only accepts messages from their connections.')).toBeVisible();
  await eve.page.goto(`${stack.url}/chat?with=${fay.id}`);
  await write(eve.page, 'Fay Kim', 'May I ask about your course?');
  await expect(eve.page.getByText('You can send more messages after they accept your request.')).toBeVisible();
  await fay.page.goto(`${stack.url}/chat`);
  await fay.page.getByRole('tab', { name: /Requests/ }).click();
  await fay.page.getByRole('link', { name: /Eve Moreau/ }).click();
  await expect(fay.page.getByText('No mutual connections, and not confirmed by an institution.')).toBeVisible();
  await fay.page.getByRole('button', { name: 'Report', exact: true }).click();
  const report = fay.page.getByRole('dialog', { name: 'Report this conversation' });
  await report.getByRole('radio', { name: 'Spam' }).click();
  expect(await findFaults(fay.page)).toEqual([]);
  await report.getByRole('button', { name: 'Send report' }).click();
  await fay.page.getByRole('button', { name: 'Done' }).click();
  expect(
    await stack.sql(`select snapshot->'messages'->0->>'text' as text from reports where reporter_id = '${fay.id}'`),
  ).toEqual([{ text: 'May I ask about your course?' }]);
  await fay.page.getByRole('button', { name: 'Accept' }).click();
  await write(fay.page, 'Eve Moreau', 'Of course');
  await expect(eve.page.getByRole('log').getByText('Of course')).toBeVisible();
  await write(eve.page, 'Fay Kim', 'Thank you');
  await expect(fay.page.getByRole('log').getByText('Thank you')).toBeVisible();
  await fay.page.getByRole('button', { name: 'Conversation actions' }).click();
  await fay.page.getByRole('menuitem', { name: 'Archive' }).click();
  await fay.page.getByRole('tab', { name: 'Archived' }).click();
  await expect(fay.page.getByRole('link', { name: /Eve Moreau/ }).first()).toBeVisible();
  await fay.page.getByLabel('Search members and messages').fill('course');
  await expect(
    fay.page.getByRole('list', { name: 'Messages found' }).getByText('May I ask about your course?'),
  ).toBeVisible();
  expect(await findFaults(fay.page)).toEqual([]);
});
