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
  const [{ id } = { id: '' }] = await stack.sql<{ id: string }>('select id from users where username = $1', [ana.username]);

  await benPage.goto(`${stack.url}/profile/${id}`);
  await benPage.getByRole('button', { name: /^Connect/ }).first().click();
  const send = benPage.getByRole('button', { name: 'Send request' });
  if (await send.isVisible()) await send.click();
  await expect(bell(anaPage)).toHaveAccessibleName('Notifications, 1 unread');
  await expect(anaPage).toHaveTitle(/^\(1\) /);
  await expect(anaPage.getByText('Ben Adu wants to connect', { exact: true })).toBeVisible();

  await bell(anaPage).click();
  await expect(row(anaPage, /Connection request/)).toContainText('Ben Adu wants to connect');
  await expectNoFaults(anaPage);
  await row(anaPage, /Connection request/).getByRole('button', { name: 'Accept Ben Adu' }).click();
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
  await row(benPage, /Connection accepted/).getByRole('link').click();
  await benPage.waitForURL(`**/profile/${id}`);
  await expect(bell(benPage)).toHaveAccessibleName('Notifications');
  await benPage.keyboard.press('Escape');
  expect(await stack.sql('select id from notifications where not read')).toEqual([]);
});
