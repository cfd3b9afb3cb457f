import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createTestKeychain } from '../testing/keychain.ts';
import { launchShell, type Shell } from '../testing/launch.ts';
import { findFaults } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { createPerson } from './people.ts';
import { chooseServer, reconnect, signIn, signOut } from './shell-steps.ts';

const SHEET = 'Leaves drink through their roots.\n';
let profile: string;
let shell: Shell | undefined;

test.beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'lyceum-offline-'));
});
test.afterEach(async () => {
  await shell?.kill();
  rmSync(profile, { recursive: true, force: true });
});

/** Makes the draft of a course with one file, as its author. */
async function createDraft(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/library?new=1`);
  await page.getByText('Sections with lessons that learners work through.').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Title').fill('How leaves drink');
  await page.getByLabel('Description').fill('One sheet to print.');
  await page.getByRole('button', { name: 'Save draft and continue' }).click();
  await page.getByLabel('Files to add').setInputFiles(sheetOf(SHEET));
}

function sheetOf(text: string) {
  return { name: 'sheet.txt', mimeType: 'text/plain', buffer: Buffer.from(text) };
}

/** Contents of all files below a folder; one that main replaces or removes meanwhile is left out. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((path) => (existsSync(path) ? [readFileSync(path, 'utf8')] : []));
}

test('a file is kept on the computer, read without the server, replaced by a newer version, and gone after sign-out', async ({
  browser,
  ownStack: stack,
}) => {
  const author = await createPerson(browser, stack, { role: 'teacher', fullName: 'Ola Offline', path: null });
  await createDraft(author.page, stack.url);
  const files = author.page.getByRole('list', { name: 'Files of this item' });
  await expect(files.getByRole('listitem')).toHaveCount(1);
  const itemId = new URL(author.page.url()).searchParams.get('edit') ?? '';

  shell = await launchShell({
    browser,
    platform: 'linux',
    userData: profile,
    keychain: createTestKeychain().keychain,
    env: { LYCEUM_SERVER_URL: stack.url },
  });
  const page = await shell.page();
  await chooseServer(page, stack.url);
  await signIn(page, author.username);
  const open = (path: string) =>
    page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
  await open(`/library?item=${itemId}`);
  await page.getByRole('button', { name: 'Keep offline sheet' }).click();
  await expect(page.getByText('On this computer')).toBeVisible();
  // The list and the file, sealed.
  await expect.poll(() => listFiles(join(profile, 'offline'))).toHaveLength(2);
  for (const text of listFiles(join(profile, 'offline'))) expect(text).not.toMatch(/leaves|sheet/i);

  await open('/library?tab=downloads');
  const copies = page.getByRole('region', { name: 'On this computer' });
  await expect(copies.getByRole('listitem')).toHaveCount(1);
  expect(await findFaults(page)).toEqual([]);

  await stack.kill9();
  await expect(page.getByText('Live updates paused')).toBeVisible();
  await copies.getByRole('button', { name: 'Open sheet' }).click();
  await expect(page.getByRole('dialog').getByText('Leaves drink through their roots.')).toBeVisible();
  await page.keyboard.press('Escape');
  expect(
    await page.evaluate(
      async (path) => {
        const read = async (range: string) => {
          const response = await fetch(path, { headers: { range } });
          return `${String(response.status)} ${await response.text()}`;
        };
        return [await read('bytes=0-5'), await read('bytes=900-')];
      },
      `/offline/${await fileIdOf(page)}`,
    ),
  ).toEqual(['206 Leaves', '416 ']);
  await stack.restart();
  await reconnect(page);

  const chooser = author.page.waitForEvent('filechooser');
  await files.getByRole('button', { name: 'More about sheet' }).click();
  await author.page.getByRole('menuitem', { name: 'Replace with a new version' }).click();
  await (await chooser).setFiles(sheetOf(`${SHEET}At night they rest.\n`));
  await expect(files.getByText('version 2')).toBeVisible();
  await open('/home');
  await open('/library?tab=downloads');
  await expect(copies.getByText('Newer version available')).toBeVisible();
  await copies.getByRole('button', { name: 'Update sheet' }).click();
  await expect(copies.getByText('Newer version available')).toBeHidden();
  const read = (path: string) => page.evaluate(async (to) => (await fetch(to)).text(), path);
  expect(await read(`/offline/${await fileIdOf(page)}`)).toBe(`${SHEET}At night they rest.\n`);

  await signOut(page);
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  await expect.poll(() => listFiles(profile).filter((text) => /leaves/i.test(text))).toEqual([]);
});

/** Returns the id of the one file that is kept. */
async function fileIdOf(page: Page): Promise<string> {
  return page.evaluate(async () => (await window.lyceum?.getOfflineState())?.copies[0]?.fileId ?? '');
}
