import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { registerPerson } from './people.ts';
import { startStack, type Stack } from './stack.ts';

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack();
});
test.afterAll(() => stack.stop());

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const row = (page: Page, name: RegExp) => panel(page).getByRole('article', { name });

async function expectNoFaults(page: Page): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((next) => (document.documentElement.dataset['theme'] = next), theme);
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${theme}: ${id} at ${nodes[0]?.target.join(' ') ?? ''}`)).toEqual([]);
  }
}

test('a request rings the bell, is accepted in place, and rings the bell of the one who asked', async ({ browser }) => {
  const ana = await registerPerson(browser, stack.url, { role: 'student', fullName: 'Ana Ruiz' });
  const ben = await registerPerson(browser, stack.url, { role: 'teacher', fullName: 'Ben Adu' });
  const [anaPage, benPage] = [ana.page, ben.page];
  await expect(bell(anaPage)).toHaveAccessibleName('Notifications');
  const [{ id } = { id: '' }] = await stack.sql<{ id: string }>('select id from users where username = $1', [
    ana.username,
  ]);

  await benPage.goto(`${stack.url}/profile/${id}`);
  await benPage
    .getByRole('button', { name: /^Connect/ })
    .first()
    .click();
  const send = benPage.getByRole('button', { name: 'Send request' });
  if (await send.isVisible()) await send.click();
  await expect(bell(anaPage)).toHaveAccessibleName('Notifications, 1 unread');
  await expect(anaPage).toHaveTitle(/^\(1\) /);
  await expect(anaPage.getByText('Ben Adu wants to connect', { exact: true })).toBeVisible();

  await bell(anaPage).click();
  await expect(row(anaPage, /Connection request/)).toContainText('Ben Adu wants to connect');
  await expectNoFaults(anaPage);
  await row(anaPage, /Connection request/)
    .getByRole('button', { name: 'Accept Ben Adu' })
    .click();
  await expect(bell(anaPage)).toHaveAccessibleName('Notifications');
  await expect(row(anaPage, /Connection request/).getByRole('button', { name: 'Accept Ben Adu' })).toHaveCount(0);

  await expect(bell(benPage)).toHaveAccessibleName('Notifications, 1 unread');
  await bell(benPage).click();
  await expect(row(benPage, /Connection accepted/)).toContainText('Ana Ruiz');

  // Keys: to the row, done, and back by the notice.
  await benPage.keyboard.press('j');
  await benPage.keyboard.press('e');
  await expect(panel(benPage).getByRole('heading', { name: 'All caught up' })).toBeVisible();
  await expect(bell(benPage)).toHaveAccessibleName('Notifications');
  await benPage.getByRole('button', { name: 'Undo' }).click();
  await expect(row(benPage, /Connection accepted/)).toBeVisible();
  await panel(benPage).getByRole('button', { name: 'Mark all as read' }).click();
  await expect(bell(benPage)).toHaveAccessibleName('Notifications');
  await benPage.getByRole('button', { name: 'Undo' }).click();
  await expect(bell(benPage)).toHaveAccessibleName('Notifications, 1 unread');
  await row(benPage, /Connection accepted/)
    .getByRole('link')
    .click();
  await benPage.waitForURL(`**/profile/${id}`);
  await expect(bell(benPage)).toHaveAccessibleName('Notifications');
  await benPage.keyboard.press('Escape');
  expect(await stack.sql('select id from notifications where not read')).toEqual([]);
});

test('someone chooses what reaches them, tries it, and a push shows while the app is out of sight', async ({
  browser,
}) => {
  const { page, context } = await registerPerson(browser, stack.url, { role: 'teacher', fullName: 'Cleo Park' });
  await bell(page).click();
  await panel(page).getByRole('link', { name: 'Notification settings' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Notifications' })).toBeInViewport();
  await page.getByRole('checkbox', { name: 'Likes of your posts: E-mail' }).click();
  await expect(page.getByRole('checkbox', { name: 'Likes of your posts: E-mail' })).toBeChecked();
  await page.getByLabel('Mail comes').selectOption('daily');
  await page.getByRole('switch', { name: 'Quiet hours' }).click();
  await page.getByLabel('From', { exact: true }).fill('21:30');
  await expect(page.getByText(/In the last day/)).toBeVisible();
  await expectNoFaults(page);
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Likes of your posts: E-mail' })).toBeChecked();
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('21:30');

  await page.getByRole('group', { name: 'Send a test' }).getByRole('button', { name: 'In the app' }).click();
  await expect(page.getByText('This way works.', { exact: true })).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await page.getByRole('group', { name: 'Send a test' }).getByRole('button', { name: 'Push' }).click();
  await expect(page.getByText('Not sent', { exact: true })).toBeVisible();

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
});
