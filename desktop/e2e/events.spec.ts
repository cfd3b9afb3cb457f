import type { Page } from '@playwright/test';
import { findFaults } from './axe.ts';
import { openLive, recordToasts } from './call-steps.ts';
import { expect, test } from './fixtures.ts';
import { createPerson, type Person } from './people.ts';
import { startStack, type Stack } from './stack.ts';

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack();
});
test.afterAll(() => stack.stop());

const panel = (page: Page) => page.getByRole('region', { name: 'Upcoming events' });
const openEvent = async ({ page }: Person, title: string): Promise<void> => {
  await panel(page)
    .getByRole('button', { name: new RegExp(title) })
    .click();
  await page.getByRole('dialog', { name: title }).waitFor();
};
const answer = ({ page }: Person) => page.getByRole('group', { name: 'Your answer' });

test('an event is created, filled, waitlisted, left and moved, live for three members', async ({ browser }) => {
  test.setTimeout(300_000);
  const host = await createPerson(browser, stack, { role: 'teacher', fullName: 'Tilda Host' });
  const ana = await createPerson(browser, stack, { role: 'student', fullName: 'Ana Ruiz', path: null });
  const ben = await createPerson(browser, stack, { role: 'student', fullName: 'Ben Adu', path: null });
  for (const { page } of [ana, ben]) await openLive(page, `${stack.url}/home`);
  const toasts = await recordToasts(ben.page);

  await panel(host.page).getByRole('button', { name: 'New event' }).click();
  const form = host.page.getByRole('dialog', { name: 'New event' });
  await form.getByRole('button', { name: 'Publish' }).click();
  await expect(form.getByRole('alert')).toContainText('Write a title');
  await expect(form.getByRole('alert')).toBeFocused();
  expect(await findFaults(host.page)).toEqual([]);
  await form.getByLabel('Title').fill('Question hour');
  await form.getByLabel('Description').fill('Bring one question.');
  await form.getByLabel('Place').fill('Room 12');
  await form.getByLabel('Seats').fill('1');
  await form.getByRole('button', { name: 'Publish' }).click();
  await expect(
    host.page.getByRole('dialog', { name: 'Question hour' }).getByText('0 of 1 going · 1 seat left'),
  ).toBeVisible();

  // The others see it come, and the seat go.
  await openEvent(ana, 'Question hour');
  await openEvent(ben, 'Question hour');
  await answer(ana).getByRole('button', { name: 'Going' }).click();
  await expect(ana.page.getByText('You are going.')).toBeVisible();
  await expect(host.page.getByText('1 of 1 going · Full')).toBeVisible();
  await expect(host.page.getByRole('link', { name: 'Ana Ruiz' })).toBeVisible();
  await answer(ben).getByRole('button', { name: 'Join the waiting list' }).click();
  await expect(ben.page.getByText('You are number 1 on the waiting list.')).toBeVisible();
  // By default, only connections see which events a student attends.
  await expect(ben.page.getByText('1 more member answered and shows it only to their connections.')).toBeVisible();
  expect(await findFaults(ben.page)).toEqual([]);

  // The seat that Ana gives up is held for Ben, and for no one else.
  await answer(ana).getByRole('button', { name: 'Going' }).click();
  await expect(ben.page.getByText(/A seat is held for you until/)).toBeVisible();
  await expect.poll(toasts).toContainEqual(expect.stringMatching(/^A seat is held for you( \/|$)/));
  await expect(host.page.getByText('0 of 1 going · 1 seat held · Full')).toBeVisible();
  await expect(answer(ana).getByRole('button', { name: 'Join the waiting list' })).toBeVisible();
  expect(await findFaults(ben.page)).toEqual([]);
  await ben.page.getByRole('dialog', { name: 'Question hour' }).getByRole('button', { name: 'Close' }).click();
  await ben.page.getByRole('button', { name: /^Notifications/ }).click();
  await ben.page.getByRole('button', { name: 'Confirm seat Question hour' }).click();
  await expect(ben.page.getByRole('button', { name: 'Confirm seat Question hour' })).toBeHidden();
  expect(await findFaults(ben.page)).toEqual([]);
  await ben.page.keyboard.press('Escape');
  await expect(ben.page.locator('section', { hasText: 'Upcoming events' }).getByText(/· Going$/)).toBeAttached();
  await openEvent(ben, 'Question hour');
  await expect(ben.page.getByText('You are going.')).toBeVisible();
  await expect(host.page.getByText('1 of 1 going · Full')).toBeVisible();

  // Members who answered are notified of a change and of the cancellation, and the page stays open.
  await host.page.getByRole('button', { name: 'Edit' }).click();
  await host.page.getByRole('dialog', { name: 'Edit event' }).getByLabel('Place').fill('Room 14');
  await host.page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(toasts).toContainEqual(expect.stringMatching(/^Event updated( \/|$)/));
  await expect(ben.page.getByRole('dialog').getByText('Room 14')).toBeVisible();
  const download = ben.page.waitForEvent('download');
  await ben.page.getByRole('button', { name: 'Add to calendar' }).click();
  expect((await download).suggestedFilename()).toBe('event.ics');
  await host.page.getByRole('button', { name: 'Cancel event' }).click();
  await host.page.getByRole('alertdialog').getByRole('button', { name: 'Cancel event' }).click();
  await expect(
    ben.page.getByRole('dialog', { name: 'Question hour' }).getByText('Cancelled', { exact: true }),
  ).toBeVisible();
  await expect(answer(ben)).toBeHidden();
});

test('keys move through the month, and a link opens one event', async ({ browser }) => {
  const host = await createPerson(browser, stack, { role: 'institution', fullName: 'Northfield', path: null });
  const [event] = await stack.sql<{ id: string }>(
    `insert into events (id, user_id, title, description, date, location)
      select gen_random_uuid(), id, 'Open day', '', date_trunc('day', now()) + interval '36 hours', 'Great Hall'
        from users where username = $1 returning id`,
    [host.username],
  );
  const { page } = host;
  await page.goto(`${stack.url}/home?event=${event?.id ?? ''}`);
  await expect(page.getByRole('dialog', { name: 'Open day' }).getByText('Great Hall')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`${stack.url}/home`);
  await panel(page).getByRole('button', { name: 'See all events' }).click();
  const list = page.getByRole('dialog', { name: 'Events' });
  await expect(list.getByRole('button', { name: /Open day/ })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await list.getByRole('tab', { name: 'Past' }).click();
  await expect(list.getByRole('heading', { name: 'No past events' })).toBeVisible();
  await list.getByLabel('Search events').fill('nowhere');
  await expect(list.getByRole('heading', { name: 'No matching events' })).toBeVisible();

  await list.getByRole('button', { name: 'Month' }).click();
  await list.getByRole('gridcell', { selected: true }).getByRole('button').focus();
  await page.keyboard.press('ArrowRight');
  await expect(list.getByRole('gridcell', { selected: true }).getByRole('button')).toBeFocused();
  await expect(list.getByRole('button', { name: /Open day/ })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);

  await list.getByRole('button', { name: 'Add to your calendar app' }).click();
  await list.getByRole('button', { name: 'Create address' }).click();
  const address = await list.getByLabel('Calendar address').inputValue();
  const feed = await page.request.get(address);
  expect(await feed.text()).toContain('SUMMARY:Open day');
  await list.getByRole('button', { name: 'Remove address' }).click();
  await expect(list.getByRole('button', { name: 'Create address' })).toBeVisible();
  expect((await page.request.get(address)).status()).toBe(404);
});

test('an event is shared in a post and answered there, live for three members', async ({ browser }) => {
  test.setTimeout(300_000);
  const host = await createPerson(browser, stack, { role: 'teacher', fullName: 'Hanna Lake', path: null });
  const ana = await createPerson(browser, stack, { role: 'student', fullName: 'Ana Lake', path: null });
  const [event] = await stack.sql<{ id: string }>(
    `insert into events (id, user_id, title, description, date, location, capacity) select gen_random_uuid(), id,
      'Tern count', '', now() + interval '3 days', 'Harbour', 2 from users where username = $1 returning id`,
    [host.username],
  );
  await host.page.goto(`${stack.url}/home?event=${event?.id ?? ''}`);
  await host.page.getByRole('button', { name: 'Share in a post' }).click();
  const composer = host.page.getByRole('region', { name: 'Write a post' });
  await expect(composer.getByRole('region', { name: 'Event: Tern count' }).getByText('You are the host')).toBeVisible();
  await expect(composer.getByRole('textbox')).toBeFocused();
  await host.page.keyboard.press('Control+Enter');
  await expect(composer.getByRole('alert')).toContainText('Write a few words about the event');
  await composer.getByRole('textbox').fill('Who comes along?');
  await composer.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(composer.getByRole('region', { name: 'Event: Tern count' })).toBeHidden();

  const feed = (page: Page) => page.getByRole('feed').getByRole('region', { name: 'Event: Tern count' });
  await ana.page.goto(`${stack.url}/home`);
  await expect(feed(ana.page).getByText('0 going · 2 seats left')).toBeVisible();
  const device = await ana.context.newPage();
  await openLive(device, `${stack.url}/home`);
  await expect(feed(device).getByRole('button', { name: 'Going' })).toBeVisible();
  await feed(ana.page).getByRole('button', { name: 'Going' }).click();
  for (const page of [ana.page, host.page, device])
    await expect(feed(page).getByText('1 going · 1 seat left')).toBeVisible();
  // The answer is shown on their other device too.
  await expect(feed(device).getByRole('button', { name: 'Going', pressed: true })).toBeVisible();
  expect(await findFaults(ana.page)).toEqual([]);
  await feed(ana.page).getByRole('link', { name: 'Tern count' }).click();
  await expect(ana.page.getByRole('dialog', { name: 'Tern count' }).getByText('You are going.')).toBeVisible();
  await ana.page.keyboard.press('Escape');

  // The composer chooses one by itself, and lets it go again.
  const field = ana.page.getByLabel('What would you like to share?');
  await field.click();
  await ana.page.getByRole('button', { name: 'Attach an event' }).click();
  expect(await findFaults(ana.page)).toEqual([]);
  await ana.page
    .getByRole('dialog', { name: 'Choose an event' })
    .getByRole('button', { name: /Tern count/ })
    .click();
  await ana.page.getByRole('button', { name: 'Remove the event' }).click();
  await expect(
    ana.page.getByRole('region', { name: 'Write a post' }).getByRole('region', { name: /Tern count/ }),
  ).toBeHidden();

  // The card of a cancelled event shows it and accepts no answers.
  await host.page.goto(`${stack.url}/home?event=${event?.id ?? ''}`);
  await host.page.getByRole('button', { name: 'Cancel event' }).click();
  await host.page.getByRole('alertdialog').getByRole('button', { name: 'Cancel event' }).click();
  await expect(feed(ana.page).getByText('Cancelled')).toBeVisible();
  await expect(feed(ana.page).getByRole('button', { name: 'Going' })).toHaveCount(0);
});
