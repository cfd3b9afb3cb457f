import type { Page } from '@playwright/test';
import { findFaults } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { connect, createPerson, openDevice } from './people.ts';

async function write(page: Page, name: string, words: string): Promise<void> {
  await page.getByLabel(`Message to ${name}`).fill(words);
  await page.keyboard.press('Enter');
}

const field = (page: Page, name: string) => page.getByLabel(`Message to ${name}`);

test('a teacher sets office hours and quiet hours; a member who writes sees them in their own time zone', async ({
  browser,
  stack,
}) => {
  const ana = await createPerson(browser, stack, { role: 'student', fullName: 'Ana Ruiz', path: null });
  const ben = await createPerson(browser, stack, { role: 'teacher', fullName: 'Ben Adu', path: null });
  await connect(stack, ana, ben);
  await ben.page.goto(`${stack.url}/settings#chat`);
  await ben.page.getByRole('switch', { name: 'Show office hours' }).click();
  await expect(ben.page.getByText('Office hours: Mon–Fri 9:00–17:00')).toBeVisible();
  await ben.page.getByRole('button', { name: 'Fri', exact: true }).click();
  await expect(ben.page.getByText('Office hours: Mon–Thu 9:00–17:00')).toBeVisible();
  await expect
    .poll(
      async () =>
        (
          await stack.sql(`select 1 from privacy_settings where office_hours->'days' = '[1,2,3,4]' and user_id = $1`, [
            ben.id,
          ])
        ).length,
    )
    .toBe(1);
  await stack.sql(
    `update privacy_settings set quiet_hours = '{"isOn": true, "from": "00:00", "to": "00:00", "zone": "UTC"}'
      where user_id = $1`,
    [ben.id],
  );
  expect(await findFaults(ben.page)).toEqual([]);

  await ana.page.goto(`${stack.url}/profile/${ben.id}`);
  await expect(ana.page.getByText('Office hours: Mon–Thu 9:00–17:00')).toBeVisible();
  await ana.page.goto(`${stack.url}/chat?with=${ben.id}`);
  await expect(ana.page.getByText('Office hours: Mon–Thu 9:00–17:00')).toBeVisible();
  await expect(ana.page.getByText(/Ben Adu has quiet hours until .*\. They will not get an alert\./)).toBeVisible();
  expect(await findFaults(ana.page)).toEqual([]);
  // No toast is shown in quiet hours, and the number of unread messages appears all the same.
  await ben.page.goto(`${stack.url}/home`);
  await write(ana.page, 'Ben Adu', 'Is the lab open?');
  await expect(ben.page.getByRole('link', { name: /^Chat.*1/ })).toBeVisible();
  await expect(ben.page.getByText('Ana Ruiz: Is the lab open?')).toHaveCount(0);
  const far = await browser.newContext({
    timezoneId: 'America/Los_Angeles',
    storageState: await ana.context.storageState(),
  });
  const there = await far.newPage();
  await there.goto(`${stack.url}/chat?with=${ben.id}`);
  await expect(there.getByText(/^Office hours: Mon–Thu/)).toBeVisible();
  await expect(there.getByText('Office hours: Mon–Thu 9:00–17:00')).toHaveCount(0);
  await far.close();
});

test('a message is about an event, and its card updates with the event', async ({ browser, stack }) => {
  const cat = await createPerson(browser, stack, { role: 'teacher', fullName: 'Cat Lind', path: null });
  const dan = await createPerson(browser, stack, { role: 'teacher', fullName: 'Dan Osei', path: null });
  await connect(stack, cat, dan);
  const [event] = await stack.sql<{ id: string }>(
    `insert into events (id, user_id, title, description, date, location)
      values (gen_random_uuid(), $1, 'Study table', '', now() + interval '2 days', 'Hall') returning id`,
    [dan.id],
  );
  await cat.page.goto(`${stack.url}/home?event=${event?.id ?? ''}`);
  await cat.page.getByRole('link', { name: 'Ask' }).click();
  await expect(cat.page.getByRole('link', { name: /About: Study table Event, / })).toBeVisible();
  await write(cat.page, 'Dan Osei', 'Shall I bring the microscope?');
  await expect(cat.page.getByRole('log').getByRole('link', { name: /About: Study table/ })).toBeVisible();
  await expect(cat.page.getByRole('button', { name: 'Remove the subject' })).toHaveCount(0);
  await stack.sql(`update events set state = 'cancelled' where id = $1`, [event?.id]);
  await dan.page.goto(`${stack.url}/chat?with=${cat.id}`);
  await expect(
    dan.page.getByRole('log').getByRole('link', { name: 'About: Study table Event, cancelled' }),
  ).toBeVisible();
  expect(await findFaults(dan.page)).toEqual([]);
});

test('results are filtered and opened; keys switch conversations; Enter can start a new line; a draft is synced', async ({
  browser,
  stack,
}) => {
  const eve = await createPerson(browser, stack, { role: 'teacher', fullName: 'Eve Moreau', path: null });
  const fay = await createPerson(browser, stack, { role: 'teacher', fullName: 'Fay Kim', path: null });
  const gus = await createPerson(browser, stack, { role: 'teacher', fullName: 'Gus Sato', path: null });
  for (const other of [fay, gus]) await connect(stack, eve, other);
  await eve.page.goto(`${stack.url}/chat?with=${fay.id}`);
  await write(eve.page, 'Fay Kim', 'Algebra is on Monday');
  await expect(eve.page.getByRole('log').getByLabel('Sent')).toBeVisible();
  await fay.page.goto(`${stack.url}/chat?with=${eve.id}`);
  await write(fay.page, 'Eve Moreau', 'Then algebra it is');
  await expect(eve.page.getByRole('log').getByText('Then algebra it is')).toBeVisible();
  const search = eve.page.getByLabel('Search members and messages');
  const hits = eve.page.getByRole('list', { name: 'Messages found' }).getByRole('link');
  await search.fill('algebra');
  await expect(hits).toHaveCount(2);
  await expect(hits.first().locator('mark')).toHaveText('algebra');
  await search.fill('algebra from:me');
  await expect(hits).toHaveCount(1);
  expect(await findFaults(eve.page)).toEqual([]);
  await hits.click();
  await expect(eve.page.locator('li', { hasText: 'Algebra is on Monday' }).locator('.ring-2')).toBeVisible();
  await search.fill('');

  await eve.page.goto(`${stack.url}/chat?with=${gus.id}`);
  await write(eve.page, 'Gus Sato', 'Hello Gus');
  await expect(eve.page.getByRole('list', { name: 'Conversations' }).getByRole('link')).toHaveCount(2);
  await eve.page.keyboard.press('Alt+ArrowDown');
  await expect(field(eve.page, 'Fay Kim')).toBeVisible();
  await eve.page.keyboard.press('Alt+ArrowUp');
  await expect(field(eve.page, 'Gus Sato')).toBeVisible();

  await eve.page.goto(`${stack.url}/settings#chat`);
  await eve.page.getByRole('switch', { name: 'Enter sends a message' }).click();
  await expect
    .poll(() => stack.sql('select send_with_enter from user_preferences where user_id = $1', [eve.id]))
    .toEqual([{ send_with_enter: false }]);
  await eve.page.goto(`${stack.url}/chat?with=${gus.id}`);
  await field(eve.page, 'Gus Sato').pressSequentially('one');
  await eve.page.keyboard.press('Enter');
  await eve.page.keyboard.type('two');
  await expect(field(eve.page, 'Gus Sato')).toHaveValue('one\ntwo');
  await eve.page.keyboard.press('Control+Enter');
  await expect(eve.page.getByRole('log').getByText('one two')).toBeVisible();

  await field(eve.page, 'Gus Sato').fill('a draft of mine');
  await expect
    .poll(async () => (await stack.sql(`select 1 from drafts where body like '%a draft of mine%'`)).length)
    .toBe(1);
  const second = await openDevice(browser, stack, eve);
  await second.goto(`${stack.url}/chat?with=${gus.id}`);
  await expect(field(second, 'Gus Sato')).toHaveValue('a draft of mine');
  await field(second, 'Gus Sato').press('Control+Enter');
  await expect(second.getByRole('log').getByText('a draft of mine')).toBeVisible();
  await expect.poll(() => stack.sql('select 1 from drafts where user_id = $1', [eve.id])).toEqual([]);
  await second.context().close();
});
