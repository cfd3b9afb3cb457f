import { expect, test, type Page } from '@playwright/test';
import { findFaults } from './axe.ts';
import { registerPerson, type Person } from './people.ts';
import { startStack, type Stack } from './stack.ts';

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack();
});
test.afterAll(() => stack.stop());

async function connect(one: Person, other: Person): Promise<void> {
  await stack.sql(
    `insert into connections (id, user_id, connected_user_id, status) select gen_random_uuid(), a.id, b.id, 'accepted' from users a, users b where a.username = $1 and b.username = $2`,
    [one.username, other.username],
  );
}

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

test('connections see each other come, leave the page, reload and go; a switch that is off hides both ways', async ({
  browser,
}) => {
  const ana = await registerPerson(browser, stack.url, { role: 'student', fullName: 'Ana Ruiz' });
  const ben = await registerPerson(browser, stack.url, { role: 'teacher', fullName: 'Ben Adu' });
  const cat = await registerPerson(browser, stack.url, { role: 'teacher', fullName: 'Cat Lind' });
  await connect(ana, ben);
  await ana.page.goto(`${stack.url}/connections/all`);
  const row = ana.page.getByRole('article', { name: 'Ben Adu' });
  await expect(row.getByText('· Online')).toBeVisible();
  await cat.page.goto(
    `${stack.url}/profile/${(await stack.sql<{ id: string }>('select id from users where username = $1', [ben.username]))[0]?.id ?? ''}`,
  );
  await expect(cat.page.getByRole('heading', { name: 'Ben Adu' })).toBeVisible();
  await expect(cat.page.getByText('Online')).toHaveCount(0);

  await setHidden(ben.page, true);
  await expect(row.getByText('· Away')).toBeVisible({ timeout: 10_000 });
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
  await expect(row.getByText('· Offline')).toBeVisible({ timeout: 15_000 });
});
