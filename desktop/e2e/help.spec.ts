import type { Page } from '@playwright/test';
import { findFaults } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { createPerson } from './people.ts';
import type { Stack } from './stack.ts';

async function open(page: Page, { url }: Stack, query = ''): Promise<void> {
  await page.goto(`${url}/help${query}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

test('a teacher searches, reads, votes, opens an article from an error, and writes to the operator', async ({
  browser,
  stack,
}) => {
  const { page } = await createPerson(browser, stack, { role: 'teacher', fullName: 'Ben Adu', path: null });
  await open(page, stack);
  await expect(page.getByText('The server is available.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Look for a study partner' })).toBeHidden();
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Students', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Look for a study partner' })).toBeVisible();
  await page.getByRole('button', { name: 'Teachers', exact: true }).click();

  await page.getByRole('searchbox', { name: 'Search the help' }).fill('csv');
  await page.getByRole('link', { name: 'Find students' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Find students' })).toBeFocused();
  await expect(page).toHaveTitle('Find students · Lyceum');
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('group', { name: 'Was this helpful?' }).getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Thank you.')).toBeVisible();
  await expect
    .poll(() => stack.sql('select article_id, is_helpful from help_feedback'))
    .toEqual([{ article_id: 'find-students', is_helpful: true }]);
  await page.goBack();
  await expect(page.getByRole('searchbox', { name: 'Search the help' })).toHaveValue('csv');

  await page.getByRole('searchbox', { name: 'Search the help' }).fill('warp drive');
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  await expect
    .poll(() => stack.sql('select query, count from help_searches'))
    .toEqual([{ query: 'warp drive', count: 1 }]);

  await page.route('**/api/connections/suggestions', (route) =>
    route.fulfill({
      status: 404,
      headers: { 'X-Request-Id': 'req-42' },
      json: { message: 'Gone', code: 'NOT_FOUND', requestId: 'req-42' },
    }),
  );
  await page.goto(`${stack.url}/connections/suggestions`);
  await page.getByRole('link', { name: 'What this means' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '“This is unavailable”' })).toBeVisible();
  await page.getByRole('complementary').getByRole('link', { name: 'Write to us' }).click();
  await expect(page.getByLabel('Number of the request')).toHaveValue('req-42');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Write what you would like to say')).toBeVisible();
  await page.getByLabel('Your message').fill('The suggestions do not come.');
  expect(await findFaults(page)).toEqual([]);

  await page.route('**/api/support', (route) =>
    route.fulfill({ status: 400, json: { message: 'Not now', code: 'VALIDATION' } }),
  );
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Not now')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Your message')).toHaveValue('The suggestions do not come.');
  await page.unroute('**/api/support');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Your message has arrived.')).toBeVisible();
  expect(await stack.sql('select topic, text, request_id from support_requests')).toEqual([
    { topic: 'problem', text: 'The suggestions do not come.', request_id: 'req-42' },
  ]);
});

test('a creator reads the help of their role, by anchor and by key', async ({ browser, stack }) => {
  const { page } = await createPerson(browser, stack, { role: 'creator', fullName: 'Cleo Nwosu', path: null });
  await open(page, stack, '?article=roles#change');
  await expect(page.getByRole('heading', { level: 2, name: 'Can I change my role?' })).toBeFocused();
  await open(page, stack);
  await expect(page.getByRole('link', { name: 'What creators have today' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit your profile' })).toBeHidden();
  await page.getByRole('link', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Keyboard shortcuts' })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
});
