import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { FILE_LIMITS } from '../../shared/limits.ts';
import { findFaults } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { connect, createPerson, type Person } from './people.ts';
import type { Stack } from './stack.ts';

const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);
const MB = 1024 * 1024;
/** A line, in bytes per second, that stops an upload in its middle and still sends a text. */
const TRICKLE = 64 * 1024;

interface GivenFile {
  name: string;
  type: string;
  bytes: Buffer;
}

/** Two connected people, each with the conversation open. */
async function pair(browser: Browser, stack: Stack, names: [string, string]): Promise<[Person, Person]> {
  const [one, other] = [
    await createPerson(browser, stack, { role: 'teacher', fullName: names[0], path: null }),
    await createPerson(browser, stack, { role: 'student', fullName: names[1], path: null }),
  ];
  await connect(stack, one, other);
  await one.page.goto(`${stack.url}/chat?with=${other.id}`);
  await other.page.goto(`${stack.url}/chat?with=${one.id}`);
  await expect(one.page.getByRole('log')).toBeVisible();
  await expect(other.page.getByRole('log')).toBeVisible();
  return [one, other];
}

/** What a paste or a drop carries; built in the page, where such things live. */
function transferOf(page: Page, files: readonly GivenFile[]) {
  return page.evaluateHandle(
    (given) => {
      const transfer = new DataTransfer();
      for (const { name, type, base64 } of given)
        transfer.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name, { type }));
      return transfer;
    },
    files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') })),
  );
}

async function paste(page: Page, file: GivenFile): Promise<void> {
  const transfer = await transferOf(page, [file]);
  await page
    .getByLabel(/^Message to/)
    .evaluate(
      (field, data) =>
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })),
      transfer,
    );
}

/** Chooses files as the dialog of a button would hand them over. */
const choose = (page: Page, ...files: GivenFile[]) => chooseBy('Files', page, ...files);
const chooseBy = (input: 'Files' | 'Photos', page: Page, ...files: GivenFile[]) =>
  page
    .locator(`form input[aria-label="${input}"]`)
    .setInputFiles(files.map(({ name, type, bytes }) => ({ name, mimeType: type, buffer: bytes })));

/** What the line of a page does: slow it down, so that there is a middle of an upload, or cut it. */
async function lineOf(page: Page): Promise<(state: { uploadThroughput?: number; offline?: boolean }) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  return async (state) =>
    void (await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
      ...state,
    }));
}

/** The offsets at which a page began to send parts of files. */
function offsetsOf(page: Page): number[] {
  const offsets: number[] = [];
  page.on(
    'request',
    (request) => request.method() === 'PATCH' && offsets.push(Number(request.headers()['upload-offset'])),
  );
  return offsets;
}

const picture = async (name = 'beetle.png', width = 900, height = 600): Promise<GivenFile> => ({
  name,
  type: 'image/png',
  bytes: await sharp({ create: { width, height, channels: 3, background: '#3a7d44' } })
    .png()
    .toBuffer(),
});

test('an image is pasted and a PDF dropped; the other member sees, opens and finds them, and no one else can', async ({
  browser,
  stack,
}) => {
  const [ana, ben] = await pair(browser, stack, ['Ana Ruiz', 'Ben Adu']);
  await paste(ana.page, await picture());
  const staged = ana.page.getByRole('list', { name: 'Files to send' });
  await expect(staged.getByText('beetle.png')).toBeVisible();
  await expect(staged.getByRole('button', { name: 'Remove beetle.png' })).toBeVisible();
  await expect(ana.page.getByRole('status').filter({ hasText: 'beetle.png is uploaded' })).toBeAttached();
  expect(await findFaults(ana.page)).toEqual([]);
  await ana.page.getByLabel('Message to Ben Adu').fill('Look at this one');
  await ana.page.keyboard.press('Enter');

  const shown = ben.page.getByRole('log').getByRole('button', { name: 'Show the image beetle.webp' });
  await expect(shown).toBeVisible();
  await expect(ben.page.getByRole('log').getByText('Look at this one')).toBeVisible();
  expect(await shown.boundingBox()).toMatchObject({ width: 320, height: expect.closeTo(213, 0) as unknown });
  expect(
    await shown.locator('img').evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBe(480);
  await shown.click();
  const viewer = ben.page.getByRole('dialog', { name: 'beetle.webp' });
  await expect(viewer.getByText('From Ana Ruiz')).toBeVisible();
  expect(await findFaults(ben.page)).toEqual([]);
  await ben.page.keyboard.press('Escape');
  await expect(shown).toBeFocused();

  const dropped = await transferOf(ana.page, [{ name: 'reading list.pdf', type: 'application/pdf', bytes: PDF }]);
  const log = ana.page.getByRole('log');
  await log.dispatchEvent('dragenter', { dataTransfer: dropped });
  await expect(ana.page.getByText('Drop files here to send them to Ben Adu')).toBeVisible();
  await log.dispatchEvent('drop', { dataTransfer: dropped });
  await expect(ana.page.getByText('Drop files here')).toBeHidden();
  // Beside the conversation nothing is taken, and the page is not left.
  expect(
    await ana.page
      .getByRole('heading', { name: 'Chat' })
      .evaluate(
        (heading, data) =>
          heading.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })),
        dropped,
      ),
  ).toBe(false);
  await ana.page.getByRole('button', { name: 'Send', exact: true }).click();
  const card = ben.page.getByRole('log').getByRole('link', { name: /^Save reading list\.pdf/ });
  await expect(card).toBeVisible();
  await expect(ben.page.getByRole('link', { name: /Ana Ruiz.*reading list\.pdf/ })).toBeVisible();
  const download = ben.page.waitForEvent('download');
  await card.click();
  expect((await download).suggestedFilename()).toBe('reading list.pdf');

  await ben.page.getByRole('button', { name: 'Show files' }).click();
  await expect(ben.page.getByRole('button', { name: 'Show the image beetle.webp from Ana Ruiz' })).toBeVisible();
  await ben.page.getByRole('tab', { name: 'Documents' }).click();
  await expect(
    ben.page
      .getByRole('list', { name: 'Documents' })
      .getByRole('button', { name: /^Open reading list\.pdf.*Ana Ruiz/ }),
  ).toBeVisible();
  expect(await findFaults(ben.page)).toEqual([]);
  await ben.page.getByRole('button', { name: 'Close files' }).click();
  await expect(ben.page.getByRole('button', { name: 'Show files' })).toBeFocused();

  // The same image as a file: its bytes and its name arrive.
  const scan = await picture('Scan 3.PNG', 1_500, 900);
  await choose(ana.page, scan);
  await expect(ana.page.getByText('An image that is sent as a file keeps its data')).toBeVisible();
  expect(await findFaults(ana.page)).toEqual([]);
  await ana.page.getByRole('button', { name: 'Send', exact: true }).click();
  await ben.page.getByRole('button', { name: 'Open Scan 3.PNG' }).click();
  const scanned = ben.page.getByRole('dialog', { name: 'Scan 3.PNG' });
  await expect(scanned.getByRole('img', { name: 'Scan 3.PNG' })).toHaveJSProperty('naturalWidth', 1_500);
  const saved = ben.page.waitForEvent('download');
  await scanned.getByRole('link', { name: /^(?:Save|Download)/ }).click();
  expect((await saved).suggestedFilename()).toBe('Scan 3.PNG');
  expect(readFileSync(await (await saved).path()).equals(scan.bytes)).toBe(true);
  await ben.page.keyboard.press('Escape');

  // A photo of a phone is made smaller before it is sent, and is upright.
  const pixels = {
    width: 3_000,
    height: 4_000,
    channels: 3,
    noise: { type: 'gaussian', mean: 128, sigma: 40 },
  } as const;
  const large = await sharp({ create: { ...pixels, background: '#000' } })
    .rotate(270)
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const begun = ana.page.waitForRequest((request) => request.url().endsWith('/api/uploads/sessions'));
  await chooseBy('Photos', ana.page, { name: 'IMG_1.jpg', type: 'image/jpeg', bytes: large });
  const { size, purpose } = (await begun).postDataJSON() as { size: number; purpose: string };
  expect([purpose, size < large.length / 2]).toEqual(['message-photo', true]);
  await expect(ana.page.getByRole('status').filter({ hasText: 'IMG_1.jpg is uploaded' })).toBeAttached();
  expect(await stack.sql(`select name, width, height from files where name = 'IMG_1.webp'`)).toEqual([
    { name: 'IMG_1.webp', width: 1_773, height: 2_364 },
  ]);
  await ana.page.getByRole('button', { name: 'Remove IMG_1.jpg' }).click();

  const url = await card.getAttribute('href');
  const cat = await createPerson(browser, stack, { role: 'teacher', fullName: 'Cat Lind' });
  expect(await cat.page.evaluate((address) => fetch(address ?? '').then(({ status }) => status), url)).toBe(404);
});

test('20 MB arrive once and complete although the connection is cut, and a text arrives earlier', async ({
  browser,
  stack,
}) => {
  const [dan, eve] = await pair(browser, stack, ['Dan Osei', 'Eve Moreau']);
  const bytes = Buffer.alloc(20 * MB, 'All the words of a long book. ');
  const offsets = offsetsOf(dan.page);
  const line = await lineOf(dan.page);
  await line({ uploadThroughput: 4 * MB });
  await choose(dan.page, { name: 'book.txt', type: 'text/plain', bytes });
  await dan.page.getByRole('button', { name: 'Send', exact: true }).click();
  const progress = dan.page.getByRole('log').getByRole('progressbar', { name: 'Upload of book.txt' });
  // The server has the first part; the rest would take minutes.
  await expect
    .poll(async () => Number(await progress.getAttribute('value')), { intervals: [100] })
    .toBeGreaterThan((110 * FILE_LIMITS.chunkBytes) / bytes.length);
  await line({ uploadThroughput: TRICKLE });
  await dan.page.getByLabel('Message to Eve Moreau').fill('The book is on its way');
  await dan.page.keyboard.press('Enter');
  await expect(eve.page.getByRole('log').getByText('The book is on its way')).toBeVisible();
  await line({ offline: true });
  await expect(dan.page.getByText('Waiting for the network')).toBeVisible();
  await line({});
  await expect(eve.page.getByRole('log').getByRole('link', { name: /^Save book\.txt.*20 MB/ })).toBeVisible();
  expect(offsets.filter((offset) => offset === 0)).toHaveLength(1);
  const stored = await stack.sql<{ sha256: string }>(
    `select f.sha256 from files f join messages m on m.file_id = f.id where f.name = 'book.txt'`,
  );
  expect(stored.map(({ sha256 }) => sha256)).toEqual([createHash('sha256').update(bytes).digest('hex')]);
});

test('a file that is chosen again after a reload continues its upload', async ({ browser, stack }) => {
  const [fay, gus] = await pair(browser, stack, ['Fay Kim', 'Gus Sato']);
  // One on the disk is the same file when it is chosen again.
  const path = join(stack.dataDir, 'novel.txt');
  writeFileSync(path, Buffer.alloc(20 * MB, 'Another long book. '));
  const line = await lineOf(fay.page);
  await line({ uploadThroughput: 4 * MB });
  await fay.page.locator('form input[aria-label="Files"]').setInputFiles(path);
  await fay.page.getByLabel('Message to Gus Sato').fill('My favourite');
  await fay.page.keyboard.press('Enter');
  const progress = fay.page.getByRole('progressbar', { name: 'Upload of novel.txt' });
  await expect.poll(async () => Number(await progress.getAttribute('value')), { intervals: [100] }).toBeGreaterThan(50);
  await line({ uploadThroughput: TRICKLE });
  await fay.page.reload();
  await line({});
  await expect(fay.page.getByText('The file is no longer on this page.')).toBeVisible();
  expect(await findFaults(fay.page)).toEqual([]);
  const offsets = offsetsOf(fay.page);
  await fay.page.getByRole('log').locator('input[type=file]').setInputFiles(path);
  await expect(gus.page.getByRole('log').getByRole('link', { name: /^Save novel\.txt.*20 MB/ })).toBeVisible();
  await expect(gus.page.getByRole('log').getByText('My favourite')).toBeVisible();
  await expect(fay.page.getByText('Not sent.')).toHaveCount(0);
  expect(offsets.length).toBeGreaterThan(0);
  expect(offsets).not.toContain(0);
  const kept = await fay.page.evaluate(() =>
    Object.keys(localStorage).filter((key) => /^(?:upload|unsent):/.test(key)),
  );
  expect(kept).toEqual([]);
});

test('a cancelled, rejected or unsupported file is not sent, and its text is', async ({ browser, stack }) => {
  const [hal, ida] = await pair(browser, stack, ['Hal Brook', 'Ida Wolf']);
  await choose(hal.page, { name: 'tool.exe', type: 'application/x-msdownload', bytes: Buffer.from('MZ') });
  await expect(
    hal.page.getByRole('alert').getByText('“tool.exe” was not added: files of this type cannot be sent.'),
  ).toBeVisible();
  expect(await findFaults(hal.page)).toEqual([]);

  const line = await lineOf(hal.page);
  await line({ uploadThroughput: TRICKLE });
  await choose(hal.page, { name: 'long.txt', type: 'text/plain', bytes: Buffer.alloc(20 * MB, 'x') });
  await hal.page.getByLabel('Message to Ida Wolf').fill('without the file');
  await hal.page.keyboard.press('Enter');
  await expect(hal.page.getByRole('progressbar', { name: 'Upload of long.txt' })).toBeVisible();
  await hal.page.getByRole('log').getByRole('button', { name: 'Cancel upload of long.txt' }).click();
  await expect(ida.page.getByRole('log').getByText('without the file')).toBeVisible();
  await expect
    .poll(async () => (await stack.sql(`select 1 from upload_sessions where name = 'long.txt'`)).length)
    .toBe(0);
  await line({});

  // Its content does not match its name, which only the server detects.
  await choose(hal.page, { name: 'notes.pdf', type: 'application/pdf', bytes: Buffer.from('no PDF at all') });
  await expect(hal.page.getByRole('button', { name: 'Try notes.pdf again' })).toBeVisible();
  await hal.page.getByLabel('Message to Ida Wolf').fill('still there');
  await hal.page.keyboard.press('Enter');
  await expect(ida.page.getByRole('log').getByText('still there')).toBeVisible();
  await hal.page.getByRole('button', { name: 'Remove notes.pdf' }).click();
  await expect(hal.page.getByRole('list', { name: 'Files to send' })).toBeHidden();
  expect(
    await stack.sql(
      `select 1 from messages m join users u on u.id = m.sender_id and u.id = $1
        where m.file_id is not null`,
      [hal.id],
    ),
  ).toEqual([]);
});

test('an image of a stranger is loaded on request only, and files deleted for both are removed', async ({
  browser,
  stack,
}) => {
  const kim = await createPerson(browser, stack, { role: 'teacher', fullName: 'Kim Low', path: null });
  const lea = await createPerson(browser, stack, { role: 'teacher', fullName: 'Lea Roy', path: null });
  await kim.page.goto(`${stack.url}/chat?with=${lea.id}`);
  await chooseBy('Photos', kim.page, await picture('first.png'), await picture('second.png'));
  await expect(kim.page.getByText('Only the first file was added. A first message can have one file.')).toBeVisible();
  await kim.page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(kim.page.getByText('You can send more messages after they accept your request.')).toBeVisible();
  const asked: string[] = [];
  lea.page.on('request', (request) => request.url().includes('/api/files/') && asked.push(request.url()));
  await lea.page.goto(`${stack.url}/chat?with=${kim.id}`);
  await expect(lea.page.getByRole('log').getByText('first.webp')).toBeVisible();
  await expect(lea.page.getByRole('button', { name: 'Show files' })).toBeHidden();
  expect(asked).toEqual([]);
  await lea.page.getByRole('button', { name: 'Show image' }).click();
  await expect(lea.page.getByRole('button', { name: 'Show the image first.webp' })).toBeVisible();
  await lea.page.getByRole('button', { name: 'Accept' }).click();
  await kim.page.getByRole('button', { name: 'Actions for your message' }).click();
  await kim.page.getByRole('menuitem', { name: 'Delete for both' }).click();
  await expect(lea.page.getByRole('log').getByText('Message deleted')).toBeVisible();
  await expect(lea.page.getByRole('button', { name: 'Show the image first.webp' })).toBeHidden();
});
