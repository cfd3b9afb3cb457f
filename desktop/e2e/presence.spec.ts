import type { Page } from '@playwright/test';
import { findFaults } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { connect, createPerson } from './people.ts';

/** Makes a page believe that it is out of sight, or back in it. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (hidden ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}

test('connections see each other arrive, leave the page, reload and disconnect; turning presence off hides both', async ({
  browser,
  stack,
}) => {
  const ana = await createPerson(browser, stack, { role: 'student', fullName: 'Ana Ruiz', path: null });
  const ben = await createPerson(browser, stack, { role: 'teacher', fullName: 'Ben Adu' });
  const cat = await createPerson(browser, stack, { role: 'teacher', fullName: 'Cat Lind', path: null });
  await connect(stack, ana, ben);
  // A proxy on the way accepts websockets and drops them: the link polls at once.
  let dropped = 0;
  await ana.page.routeWebSocket(/\/socket\.io\//, (socket) => {
    dropped += 1;
    void socket.close();
  });
  await ana.page.goto(`${stack.url}/connections/all`);
  const row = ana.page.getByRole('article', { name: 'Ben Adu' });
  await expect(row.getByText('· Online')).toBeVisible();
  await cat.page.goto(`${stack.url}/profile/${ben.id}`);
  await expect(cat.page.getByRole('heading', { name: 'Ben Adu' })).toBeVisible();
  await expect(cat.page.getByText('Online')).toHaveCount(0);

  await setHidden(ben.page, true);
  await expect(row.getByText('· Away')).toBeVisible();
  expect(dropped).toBe(1);
  expect(await findFaults(ana.page)).toEqual([]);
  await setHidden(ben.page, false);
  await expect(row.getByText('· Online')).toBeVisible();
  await ben.page.reload();
  await expect(ben.page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(row.getByText('· Online')).toBeVisible();

  await ben.page.goto(`${stack.url}/settings`);
  await ben.page.getByRole('switch', { name: 'Show when I am online' }).click();
  await expect(row.getByText('· Offline')).toBeVisible();
  await ben.page.goto(`${stack.url}/connections/all`);
  await expect(ben.page.getByRole('article', { name: 'Ana Ruiz' })).toBeVisible();
  await expect(ben.page.getByText('· Online')).toHaveCount(0);
  await ben.page.goto(`${stack.url}/settings`);
  await ben.page.getByRole('switch', { name: 'Show when I am online' }).click();
  await expect(row.getByText('· Online')).toBeVisible();
  await ben.context.close();
  await expect(row.getByText('· Offline')).toBeVisible();
});
