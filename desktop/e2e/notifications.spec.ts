import type { Page } from '@playwright/test';
import { findFaults } from './axe.ts';
import { launchChrome } from './browser.ts';
import { openLive, recordToasts } from './call-steps.ts';
import { expect, test } from './fixtures.ts';
import { createPerson } from './people.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const row = (page: Page, name: RegExp) => panel(page).getByRole('article', { name });

test('a request notifies its addressee, is accepted in the notification, and notifies the requester', async ({
  browser,
  stack,
}) => {
  const ana = await createPerson(browser, stack, { role: 'student', fullName: 'Ana Ruiz', path: null });
  const ben = await createPerson(browser, stack, { role: 'teacher', fullName: 'Ben Adu', path: null });
  const [anaPage, benPage] = [ana.page, ben.page];
  await openLive(anaPage, `${stack.url}/home`);
  await expect(bell(anaPage)).toHaveAccessibleName('Notifications');
  const toasts = await recordToasts(anaPage);
  const { id } = ana;

  await openLive(benPage, `${stack.url}/profile/${id}`);
  await benPage
    .getByRole('button', { name: /^Connect/ })
    .first()
    .click();
  await benPage.getByRole('button', { name: 'Send request' }).click();
  await expect(bell(anaPage)).toHaveAccessibleName('Notifications, 1 unread');
  await expect(anaPage).toHaveTitle(/^\(1\) /);
  await expect.poll(toasts).toContainEqual(expect.stringContaining('Ben Adu wants to connect'));

  await bell(anaPage).click();
  await expect(row(anaPage, /Connection request/)).toContainText('Ben Adu wants to connect');
  expect(await findFaults(anaPage)).toEqual([]);
  await row(anaPage, /Connection request/)
    .getByRole('button', { name: 'Accept Ben Adu' })
    .click();
  await expect(bell(anaPage)).toHaveAccessibleName('Notifications');
  await expect(row(anaPage, /Connection request/).getByRole('button', { name: 'Accept Ben Adu' })).toHaveCount(0);

  await expect(bell(benPage)).toHaveAccessibleName('Notifications, 1 unread');
  await bell(benPage).click();
  await expect(row(benPage, /Connection accepted/)).toContainText('Ana Ruiz');

  // Keys: to the row, done, and undone in the toast.
  const undo = benPage.getByRole('button', { name: 'Undo' });
  await benPage.keyboard.press('j');
  await expect(row(benPage, /Connection accepted/)).toBeFocused();
  await benPage.keyboard.press('e');
  // A toast stays while the mouse is over it.
  await undo.hover();
  await expect(panel(benPage).getByRole('heading', { name: 'All caught up' })).toBeVisible();
  await expect(bell(benPage)).toHaveAccessibleName('Notifications');
  await undo.click();
  await expect(row(benPage, /Connection accepted/)).toBeVisible();
  await expect(undo).toHaveCount(0);
  await panel(benPage).getByRole('button', { name: 'Mark all as read' }).click();
  await undo.hover();
  await expect(bell(benPage)).toHaveAccessibleName('Notifications');
  await undo.click();
  await expect(bell(benPage)).toHaveAccessibleName('Notifications, 1 unread');
  await row(benPage, /Connection accepted/)
    .getByRole('link')
    .click();
  await benPage.waitForURL(`**/profile/${id}`);
  await expect(bell(benPage)).toHaveAccessibleName('Notifications');
  await benPage.keyboard.press('Escape');
  await expect
    .poll(() => stack.sql('select id from notifications where not read and user_id = any($1)', [[ana.id, ben.id]]))
    .toEqual([]);
});

test('a member chooses their notifications and tests them, and a push is shown while the app is hidden', async ({
  stack,
}) => {
  const browser = await launchChrome();
  const { id, page, context } = await createPerson(browser, stack, { role: 'teacher', fullName: 'Cleo Park' });
  await bell(page).click();
  await panel(page).getByRole('link', { name: 'Notification settings' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Notifications' })).toBeInViewport();
  await page.getByRole('checkbox', { name: 'Likes of your posts: Email' }).click();
  await expect(page.getByRole('checkbox', { name: 'Likes of your posts: Email' })).toBeChecked();
  await page.getByLabel('Email frequency').selectOption('daily');
  await page.getByRole('switch', { name: 'Quiet hours' }).click();
  await page.getByLabel('From', { exact: true }).fill('21:30');
  await expect(page.getByText(/In the last 24 hours/)).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  // The page shows each choice before the server has stored it.
  await expect
    .poll(() =>
      stack.sql(
        `select np.types <> '{}' as "hasTypes", np.digest, ps.quiet_hours->>'from' as "from"
          from notification_preferences np join privacy_settings ps on ps.user_id = np.user_id where np.user_id = $1`,
        [id],
      ),
    )
    .toEqual([{ hasTypes: true, digest: 'daily', from: '21:30' }]);
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Likes of your posts: Email' })).toBeChecked();
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('21:30');

  await page.getByRole('group', { name: 'Send a test' }).getByRole('button', { name: 'In the app' }).click();
  await expect(page.getByText('This channel works.', { exact: true })).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await page.getByRole('group', { name: 'Send a test' }).getByRole('button', { name: 'Push' }).click();
  await expect(page.getByText("Couldn't send the test", { exact: true })).toBeVisible();

  // The worker runs under the app's own policy; what a push service would deliver is handed to it by the browser.
  await context.grantPermissions(['notifications'], { origin: stack.url });
  const tools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    tools.on(
      'ServiceWorker.workerRegistrationUpdated',
      ({ registrations }) => registrations[0] && resolve(registrations[0].registrationId),
    ),
  );
  await tools.send('ServiceWorker.enable');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/push-worker.js');
    await navigator.serviceWorker.ready;
  });
  const registrationId = await registered;
  await (await context.newPage()).bringToFront();
  const data = JSON.stringify({
    id: '1',
    title: 'New comment',
    body: 'Ben Adu commented on your post',
    path: '/home',
    tag: 'a',
  });
  await tools.send('ServiceWorker.deliverPushMessage', { origin: stack.url, registrationId, data });
  const shown = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body }) => `${title}: ${body}`),
    );
  await expect.poll(shown).toEqual(['New comment: Ben Adu commented on your post']);
  await browser.close();
});
