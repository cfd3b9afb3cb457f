import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { findFaults } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { createPerson } from './people.ts';
import { startStack, type Stack } from './stack.ts';

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack();
});
test.afterAll(() => stack.stop());

const SHEET = 'The first sheet: leaves.';

/** Returns the text of the file that an action downloads. */
async function saved(page: Page, act: () => Promise<void>): Promise<string> {
  const download = page.waitForEvent('download');
  await act();
  return readFileSync(await (await download).path(), 'utf8');
}

/** Publishes a paid document with one file, as its author. */
async function publish(page: Page, title: string): Promise<void> {
  await page.goto(`${stack.url}/library?new=1`);
  await page.getByText('Notes, slides, a paper or a worksheet.').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Description').fill('Twelve sheets to print.');
  await page.getByRole('button', { name: 'Save draft and continue' }).click();
  await page
    .getByLabel('Files to add')
    .setInputFiles({ name: 'sheets.txt', mimeType: 'text/plain', buffer: Buffer.from(SHEET) });
  await expect(page.getByRole('list', { name: 'Files of this item' }).getByRole('listitem')).toHaveCount(1);
  const steps = page.getByRole('navigation', { name: 'Steps' });
  await steps.getByText('Price').click();
  await page.getByText('You set one price.').click();
  await page.getByLabel('Price in USD').fill('6');
  await page.getByRole('button', { name: /^(Save|Save and continue)$/ }).click();
  await expect(page.getByRole('heading', { name: 'Preview', exact: true })).toBeVisible();
  await steps.getByText('Publish').click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Unpublish' })).toBeVisible();
}

test('a student buys, reads and returns what a creator sells', async ({ browser }) => {
  const amara = await createPerson(browser, stack, { role: 'creator', fullName: 'Amara Nwosu', path: null });
  const ana = await createPerson(browser, stack, { role: 'student', fullName: 'Ana Ruiz', path: null });
  await publish(amara.page, 'Study sheets');

  await ana.page.goto(`${stack.url}/courses`);
  await ana.page.getByRole('link', { name: /Study sheets/ }).click();
  const item = ana.page.url();
  await expect(ana.page.getByText('Buy this item to open all files.')).toBeVisible();
  await ana.page.getByRole('button', { name: 'Buy for US$6' }).click();
  const order = ana.page.getByRole('dialog', { name: 'Your order (test payment)' });
  await expect(order).toContainText('Amara Nwosu');
  expect(await findFaults(ana.page)).toEqual([]);
  await order.getByRole('button', { name: 'Continue to pay US$6.00' }).click();
  await ana.page.getByRole('button', { name: 'Pay US$6.00 (test)' }).click();
  await expect(ana.page.getByRole('heading', { name: 'Receipt 1' })).toBeVisible();
  expect(await findFaults(ana.page)).toEqual([]);
  const purchase = ana.page.url();
  await ana.page.getByRole('link', { name: 'Open the item' }).click();
  expect(await saved(ana.page, () => ana.page.getByRole('link', { name: /^Download/ }).click())).toBe(SHEET);

  // After the days of automatic refunds the seller decides.
  await stack.sql(`update purchases set paid_at = paid_at - interval '30 days'`);
  await ana.page.goto(purchase);
  await ana.page.getByRole('button', { name: 'Ask for a refund' }).click();
  await ana.page.getByRole('textbox', { name: /Why do you want a refund/ }).fill('I had these sheets already');
  await ana.page.getByRole('button', { name: 'Send request' }).click();
  await expect(ana.page.getByText('You have asked for a refund.')).toBeVisible();

  await amara.page.goto(`${stack.url}/library?sales=1&filter=requested`);
  await expect(amara.page.getByText('I had these sheets already')).toBeVisible();
  expect(await findFaults(amara.page)).toEqual([]);
  await amara.page.getByRole('button', { name: 'Refund receipt 1' }).click();
  await amara.page.getByRole('alertdialog').getByRole('button', { name: 'Refund' }).click();
  await expect(amara.page.getByRole('heading', { name: 'No refund requests' })).toBeVisible();

  // The page of the purchase is still open.
  await expect(ana.page.getByText('Refunded. The item is no longer in your Library.')).toBeVisible();
  await ana.page.goto(item);
  await expect(ana.page.getByRole('button', { name: 'Buy for US$6' })).toBeVisible();
  await expect(ana.page.getByText('Buy this item to open all files.')).toBeVisible();

  await amara.page.getByRole('button', { name: 'Show all sales' }).click();
  const save = amara.page.getByRole('button', { name: 'Download all as CSV' });
  expect(await saved(amara.page, () => save.click())).toContain(
    '1,Study sheets,document,Ana Ruiz,6.00,USD,Test payment,refunded,',
  );
});
