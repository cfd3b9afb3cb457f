import type { Page } from '@playwright/test';
import { findFaults } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { openDemo } from './people.ts';

/** Opens the box; what is typed before it has the focus goes elsewhere. */
async function openBox(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor();
  await page.keyboard.press('Control+k');
  await expect(box(page)).toBeFocused();
}

const box = (page: Page) => page.getByRole('combobox', { name: 'Search' });
const results = (page: Page) => page.getByRole('list', { name: 'Search results' });

test('a member finds, opens, finds again, and deletes what was searched, by keyboard', async ({ browser, demo }) => {
  const page = await openDemo(browser, demo, 'teacher');
  await openBox(page);
  await expect(page.getByRole('group', { name: 'Actions' }).getByRole('option').first()).toBeVisible();
  expect(await findFaults(page)).toEqual([]);

  await page.keyboard.type('statis');
  await expect(page.getByRole('group', { name: 'Courses' }).getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(box(page)).toHaveAttribute('aria-activedescendant', /search/);
  expect(await findFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(results(page).getByRole('article').first()).toBeVisible();
  await expect(results(page).locator('mark').first()).toHaveText(/statistics/i);
  expect(await findFaults(page)).toEqual([]);

  await page.getByRole('button', { name: /^Courses/ }).click();
  await expect(results(page).getByText('Course', { exact: true }).first()).toBeVisible();
  await expect(results(page).getByText('Post', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: /^People/ }).click();
  await expect(results(page).getByText('Course', { exact: true })).toHaveCount(0);
  await expect(results(page).getByText('Person', { exact: true }).first()).toBeVisible();
  const person = results(page).getByRole('link').first();
  const name = await person.textContent();
  await person.click();
  await expect(page).toHaveURL(/\/profile\//);
  await expect(page.getByRole('heading', { level: 1, name: name ?? '' })).toBeVisible();

  await openBox(page);
  await expect(
    page.getByRole('group', { name: 'Recently opened' }).getByRole('option', { name: name ?? '' }),
  ).toBeVisible();
  await expect(
    page.getByRole('group', { name: 'Recent searches' }).getByRole('option', { name: /statis/ }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Edit search history' }).click();
  await page.getByRole('button', { name: 'Delete search history' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No searches yet')).toBeVisible();
  await expect
    .poll(() =>
      demo.sql(`select query from search_history where user_id = (select id from users where username = 'daniel')`),
    )
    .toEqual([]);
});

test('a typing error is corrected, an empty result is reported, and an action runs', async ({ browser, demo }) => {
  const page = await openDemo(browser, demo, 'student');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(box(page)).toBeFocused();
  await page.keyboard.type('statistcis');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/No results for/)).toBeVisible();
  await expect(results(page).getByRole('article').first()).toContainText('spelt differently');
  await box(page).fill('zzqqxx');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);

  await box(page).fill('write');
  await page.getByRole('option', { name: 'Write a post' }).click();
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await expect(page).toHaveURL(/\/home/);
});

test('without a connection, actions still work; a creator finds courses only', async ({ browser, demo }) => {
  const page = await openDemo(browser, demo, 'creator');
  await openBox(page);
  await page.keyboard.type('a');
  await page.keyboard.press('Escape');
  await page.context().setOffline(true);
  await openBox(page);
  await page.keyboard.type('open hel');
  await expect(page.getByText(/You are offline/)).toBeVisible();
  await expect(page.getByRole('option', { name: 'Open Help' })).toBeVisible();
  await page.context().setOffline(false);
  await box(page).fill('statistics');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Results' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Type' })).toHaveCount(0);
  await expect(results(page).getByText('Course', { exact: true }).first()).toBeVisible();
  await expect(results(page).getByText('Post', { exact: true })).toHaveCount(0);
});

test('an own message is found and opens at its position; a member is messaged by name', async ({ browser, demo }) => {
  const page = await openDemo(browser, demo, 'teacher');
  await openBox(page);
  await page.keyboard.type('dock wor');
  const message = page.getByRole('group', { name: 'Messages' }).getByRole('option', { name: /dock workers/ });
  await expect(message).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Messages 1/ }).click();
  await expect(results(page).locator('mark')).toHaveText(['dock', 'workers']);
  expect(await findFaults(page)).toEqual([]);
  await results(page).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/chat\?with=[\w-]+&at=\d+/);
  await expect(
    page
      .getByRole('main')
      .getByText(/212 dock workers/)
      .last(),
  ).toBeVisible();

  await openBox(page);
  await expect(
    page.getByRole('group', { name: 'Recently opened' }).getByRole('option', { name: /dock workers/ }),
  ).toBeVisible();
  await page.keyboard.type('message maya');
  await page.getByRole('option', { name: /^Message Maya/ }).click();
  await expect(page).toHaveURL(/\/chat\?with=[\w-]+$/);

  await openBox(page);
  await page.keyboard.type('new event');
  await page.getByRole('option', { name: 'New event', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: /title/i })).toBeVisible();
});
