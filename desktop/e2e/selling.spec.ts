import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { FILE_LIMITS } from '../../shared/limits.ts';
import { findFaults } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { createPerson, openDevice, register, type Person } from './people.ts';
import type { Stack } from './stack.ts';
import { writeVideo } from './video.ts';

let stack: Stack;
test.beforeAll(({ stack: shared }) => {
  stack = shared;
});

const SHEET = 'The first sheet: leaves.';
const MB = 1024 * 1024;
const VIDEO = { name: 'leaves.webm', bytes: 200 * MB, seconds: 100 };

/** Returns the text of the file that an action downloads. */
async function saved(page: Page, act: () => Promise<void>): Promise<string> {
  const download = page.waitForEvent('download');
  await act();
  return readFileSync(await (await download).path(), 'utf8');
}

/**
 * Uploads a video, reloads the page in the middle and chooses the file again; returns the most bytes that the page can
 * have sent, since the part that the reload interrupted counts as sent.
 */
async function uploadInterrupted(page: Page, path: string): Promise<number> {
  let sent = 0;
  page.on('request', (request) => {
    const offset = request.headers()['upload-offset'];
    if (offset !== undefined) sent += Math.min(FILE_LIMITS.chunkBytes, VIDEO.bytes - Number(offset));
  });
  const cdp = await page.context().newCDPSession(page);
  const line = { offline: false, latency: 0, downloadThroughput: -1 };
  await cdp.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: 20 * MB });
  await page.getByLabel('Files to add').setInputFiles(path);
  const progress = page.getByRole('progressbar', { name: `Upload of ${VIDEO.name}` });
  await expect.poll(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(40);
  await page.reload();
  await cdp.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: -1 });
  const before = sent;
  await page.getByLabel('Files to add').setInputFiles(path);
  await expect(filesOf(page).getByText(VIDEO.name)).toBeVisible();
  expect(before).toBeGreaterThan(0.4 * VIDEO.bytes);
  return sent;
}

const filesOf = (page: Page): Locator => page.getByRole('list', { name: 'Files of this item' });

/** Publishes a paid video with a sheet, as its author. */
async function publish(page: Page, title: string): Promise<void> {
  await page.goto(`${stack.url}/library?new=1`);
  await page.getByText('One video or a series.').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Description').fill('How leaves drink, and a sheet to print.');
  await page.getByRole('button', { name: 'Save draft and continue' }).click();
  await page
    .getByLabel('Files to add')
    .setInputFiles({ name: 'sheets.txt', mimeType: 'text/plain', buffer: Buffer.from(SHEET) });
  await expect(filesOf(page).getByRole('listitem')).toHaveCount(1);
  const path = join(stack.dataDir, VIDEO.name);
  await writeVideo(path, VIDEO);
  expect(await uploadInterrupted(page, path)).toBeLessThanOrEqual(VIDEO.bytes + FILE_LIMITS.chunkBytes);
  await expect(filesOf(page).getByRole('listitem')).toHaveCount(2);
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

/** Opens the video of an item in the reader. */
async function openVideo(page: Page, item: string): Promise<Locator> {
  await page.goto(item);
  await page.getByRole('button', { name: 'Open leaves' }).click();
  const video = page.getByRole('dialog', { name: 'leaves' }).locator('video');
  await expect(video).toBeFocused();
  return video;
}

const secondsOf = (video: Locator): Promise<number> =>
  video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime);

/**
 * Plays the video, skips a minute and returns the position that is stored when it is paused, in seconds, and the starts
 * of the parts that were requested.
 */
async function watch({ id, page }: Person, item: string): Promise<{ position: number; starts: number[] }> {
  const starts: number[] = [];
  page.on('response', (response) => {
    const [, start] = /^bytes (\d+)-/.exec(response.headers()['content-range'] ?? '') ?? [];
    if (response.status() === 206) starts.push(Number(start));
  });
  const video = await openVideo(page, item);
  await page.keyboard.press('k');
  await expect.poll(() => secondsOf(video)).toBeGreaterThan(0.5);
  for (let skips = 0; skips < 12; skips += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(() => secondsOf(video)).toBeGreaterThan(61);
  await page.keyboard.press('k');
  const seconds = await secondsOf(video);
  const readPosition = async (): Promise<number> => {
    const [row] = await stack.sql<{ position: string }>('select position from file_positions where user_id = $1', [id]);
    return Number(row?.position);
  };
  // Stored in tenths of a second.
  await expect.poll(async () => Math.abs((await readPosition()) - seconds)).toBeLessThan(0.06);
  return { position: await readPosition(), starts };
}

/** The buyer asks the author about an item; the author answers in the Library. */
async function askAndAnswer(buyer: Page, author: Page): Promise<void> {
  await buyer.getByRole('link', { name: 'Ask the author' }).click();
  await expect(buyer.getByRole('link', { name: 'About: Study sheets Video' })).toBeVisible();
  await buyer.getByLabel('Message to Amara Nwosu').fill('Is sheet two complete?');
  await buyer.keyboard.press('Enter');
  await author.goto(`${stack.url}/library?questions=1`);
  await author.getByRole('link', { name: /Ana Ruiz/ }).click();
  const thread = author.getByRole('region', { name: 'Conversation with Ana Ruiz' });
  await expect(thread.getByText('Is sheet two complete?')).toBeVisible();
  await expect(thread.getByRole('log').getByRole('region', { name: 'Video: Study sheets' })).toBeVisible();
  await thread.getByLabel('Message to Ana Ruiz').fill('It is, with a second page.');
  await author.keyboard.press('Enter');
  await expect(buyer.getByRole('log').getByText('It is, with a second page.')).toBeVisible();
}

/** The buyer writes to the class of an item; the author, who is a creator, comments in the Library. */
async function discuss(buyer: Page, { author, item }: { author: Page; item: string }): Promise<void> {
  await buyer.goto(`${item}&part=discussion`);
  const form = buyer.getByRole('region', { name: 'Write a post' });
  await form.getByRole('textbox').fill('Which leaf is hardest to draw?');
  await form.getByRole('button', { name: 'Post', exact: true }).click();
  await author.goto(`${item.replace('/courses', '/library')}&part=discussion`);
  const post = author.getByRole('article').filter({ hasText: 'Which leaf is hardest to draw?' });
  await post.getByRole('button', { name: /^Comments/ }).click();
  await post.getByLabel('Write a comment').fill('The fern, begin with its stem.');
  expect(await findFaults(author)).toEqual([]);
  await author.keyboard.press('Control+Enter');
  await expect(post.getByRole('listitem')).toContainText('The fern, begin with its stem.');
  await buyer
    .getByRole('feed')
    .getByRole('button', { name: /^Comments/ })
    .click();
  await expect(buyer.getByText('The fern, begin with its stem.')).toBeVisible();
}

test('a student buys, watches, asks about and returns what a creator sells', async ({ browser }) => {
  const amara = await (await browser.newContext()).newPage();
  await register(amara, stack, { role: 'creator', fullName: 'Amara Nwosu' });
  const ana = await createPerson(browser, stack, { role: 'student', fullName: 'Ana Ruiz', path: null });
  await publish(amara, 'Study sheets');

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
  expect(await saved(ana.page, () => ana.page.getByRole('link', { name: 'Download sheets' }).click())).toBe(SHEET);

  // The video is sent in parts, and continues on another device where it was paused.
  const { position, starts } = await watch(ana, item);
  expect(Math.max(...starts)).toBeGreaterThan(0.5 * VIDEO.bytes);
  const phone = await openDevice(browser, stack, ana);
  const video = await openVideo(phone, item);
  await expect.poll(() => secondsOf(video)).toBeCloseTo(position, 1);
  await phone.context().close();
  await ana.page.keyboard.press('Escape');
  await askAndAnswer(ana.page, amara);
  await discuss(ana.page, { author: amara, item });

  // After the days of automatic refunds the seller decides.
  await stack.sql(`update purchases set paid_at = paid_at - interval '30 days'`);
  await ana.page.goto(purchase);
  await ana.page.getByRole('button', { name: 'Ask for a refund' }).click();
  await ana.page.getByRole('textbox', { name: /Why do you want a refund/ }).fill('I had these sheets already');
  await ana.page.getByRole('button', { name: 'Send request' }).click();
  await expect(ana.page.getByText('You have asked for a refund.')).toBeVisible();

  await amara.goto(`${stack.url}/library?sales=1&filter=requested`);
  await expect(amara.getByText('I had these sheets already')).toBeVisible();
  expect(await findFaults(amara)).toEqual([]);
  await amara.getByRole('button', { name: 'Refund receipt 1' }).click();
  await amara.getByRole('alertdialog').getByRole('button', { name: 'Refund' }).click();
  await expect(amara.getByRole('heading', { name: 'No refund requests' })).toBeVisible();

  // The page of the purchase is still open.
  await expect(ana.page.getByText('Refunded. The item is no longer in your Library.')).toBeVisible();
  await ana.page.goto(item);
  await expect(ana.page.getByRole('button', { name: 'Buy for US$6' })).toBeVisible();
  await expect(ana.page.getByText('Buy this item to open all files.')).toBeVisible();

  await amara.getByRole('button', { name: 'Show all sales' }).click();
  const save = amara.getByRole('button', { name: 'Download all as CSV' });
  expect(await saved(amara, () => save.click())).toContain(
    '1,Study sheets,video,Ana Ruiz,6.00,USD,Test payment,refunded,',
  );
});
