import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { open as openZip } from 'yauzl';
import { readMails } from '../../backend/testing/mails.ts';
import { PASSWORD, registerPerson } from './people.ts';
import { startStack, type Stack } from './stack.ts';

const NEXT = 'another long password';

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack();
});
test.afterAll(() => stack.stop());

/** The path of the app that the newest mail of a subject leads to. */
async function linkIn(to: string, subject: string): Promise<string> {
  let link = '';
  await expect
    .poll(() => (link = readMails(stack.dataDir, to).findLast((mail) => mail.subject === subject)?.link ?? ''), {
      timeout: 15_000,
    })
    .not.toBe('');
  return link;
}

async function logIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto(`${stack.url}/auth`);
  await page.getByLabel(/Username/).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${stack.url}/auth`);
}

async function expectClean(page: Page): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((next) => void (document.documentElement.dataset['theme'] = next), theme);
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${theme}: ${id} at ${nodes[0]?.target.join(' ') ?? ''}`)).toEqual([]);
    const folder = process.env['SHOTS'];
    if (folder)
      await page.screenshot({
        path: `${folder}/${String((shots += 1)).padStart(2, '0')}-${theme}.png`,
        fullPage: true,
      });
  }
}
let shots = 0;

function section(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true });
}

test('a forgotten password is replaced by the link in the mail', async ({ browser }) => {
  const { page, username } = await registerPerson(browser, stack.url, { role: 'student', fullName: 'Maya Vance' });
  const email = `${username}@example.org`;
  await page.goto(stack.url + (await linkIn(email, 'Confirm your e-mail address')));
  await expectClean(page);
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await expect(page.getByText(`${email} is confirmed.`)).toBeVisible();

  await logOut(page);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expectClean(page);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByText('a link is on its way there')).toBeVisible();
  await expectClean(page);
  const link = await linkIn(email, 'Choose a new password');
  await page.goto(stack.url + link);
  await page.getByRole('textbox', { name: 'New password' }).fill(NEXT);
  await expectClean(page);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await page.getByRole('link', { name: 'Log in', exact: true }).click();
  await logIn(page, username, NEXT);
  await page.waitForURL('**/home');
  await page.goto(stack.url + link);
  await page.reload();
  await page.getByRole('textbox', { name: 'New password' }).fill(NEXT);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('This link was used already')).toBeVisible();
  await expectClean(page);
});

test('name and address change in the settings', async ({ browser }) => {
  const [{ page, username }, other] = [
    await registerPerson(browser, stack.url, { role: 'student', fullName: 'Nour Haddad' }),
    await registerPerson(browser, stack.url, { role: 'student', fullName: 'Olga Petrova' }),
  ];
  await page.goto(`${stack.url}/settings`);
  const account = section(page, 'Account');
  await expect(account.getByText('Not confirmed')).toBeVisible();
  await account.getByRole('button', { name: 'Change username' }).click();
  await account.getByLabel('New username').fill(other.username);
  await account.getByRole('button', { name: 'Save username' }).click();
  await expect(
    account.getByText('This username is already taken', { exact: false }).or(account.getByText('is taken.')).first(),
  ).toBeVisible();
  await account.getByRole('button', { name: /^Use / }).click();
  await account.getByRole('button', { name: 'Save username' }).click();
  await expect(page.getByText('Username changed', { exact: true })).toBeVisible();

  const email = `new.${username}@example.org`;
  await account.getByRole('button', { name: 'Change e-mail address' }).click();
  await account.getByLabel('New e-mail address').fill(email);
  await account.getByLabel('Your password').fill('not my password');
  await account.getByRole('button', { name: 'Send the link', exact: true }).click();
  await expect(account.getByText('This is not your password')).toBeVisible();
  await expectClean(page);
  await account.getByLabel('Your password').fill(PASSWORD);
  await account.getByRole('button', { name: 'Send the link', exact: true }).click();
  await expect(account.getByText('takes its place once you open the link')).toBeVisible();
  await expectClean(page);
  await page.goto(stack.url + (await linkIn(email, 'Confirm your e-mail address')));
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await page.getByRole('link', { name: 'Go on' }).click();
  await page.goto(`${stack.url}/settings`);
  await expect(account.getByText(email)).toBeVisible();
  await expect(account.getByText('Confirmed', { exact: true })).toBeVisible();
});

test('two-factor sign-in is set up and asked for', async ({ browser }) => {
  const { page, username } = await registerPerson(browser, stack.url, { role: 'teacher', fullName: 'Ravi Menon' });
  await page.goto(`${stack.url}/settings`);
  const card = section(page, 'Two-factor sign-in');
  await card.getByRole('button', { name: 'Set up' }).click();
  await card.getByLabel('Your password').fill(PASSWORD);
  await card.getByRole('button', { name: 'Go on' }).click();
  const image = card.getByRole('img', { name: /QR code/ });
  await expect(image).toBeVisible();
  expect(
    await image.evaluate((element: HTMLImageElement) => element.decode().then(() => element.naturalWidth)),
  ).toBeGreaterThan(0);
  const secret = (await card.locator('p.font-mono').innerText()).replaceAll(/\s/g, '');
  // A code later than it is, never earlier: it is still taken when the minute turns meanwhile.
  const codeOf = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
  await card.getByLabel('Code', { exact: true }).fill('000000');
  await card.getByRole('button', { name: 'Switch on' }).click();
  await expect(card.getByText('This code is not right')).toBeVisible();
  await expectClean(page);
  await card.getByLabel('Code', { exact: true }).fill(codeOf(0));
  await card.getByRole('button', { name: 'Switch on' }).click();
  await expect(card.getByRole('listitem')).toHaveCount(10);
  const recoveryCode = await card.getByRole('listitem').first().innerText();
  const downloading = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Download codes' }).click();
  expect(readFileSync(await (await downloading).path(), 'utf8')).toContain(recoveryCode);
  await expectClean(page);
  await card.getByRole('button', { name: 'I have kept them' }).click();
  await expect(card.getByText('10 recovery codes are left.')).toBeVisible();

  await logOut(page);
  await logIn(page, username, PASSWORD);
  await page.getByLabel('Code', { exact: true }).fill('12');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText('This code is not right')).toBeVisible();
  await expectClean(page);
  await page.getByLabel('Code', { exact: true }).fill(codeOf(1));
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL('**/home');

  await logOut(page);
  await logIn(page, username, PASSWORD);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode.toUpperCase());
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL('**/home');
  await page.goto(`${stack.url}/settings`);
  await expect(card.getByText('9 recovery codes are left.')).toBeVisible();
  await card.getByRole('button', { name: 'Switch off' }).click();
  await card.getByLabel('Your password').fill(PASSWORD);
  await card.getByRole('button', { name: 'Switch off' }).click();
  await expect(card.getByRole('button', { name: 'Set up' })).toBeVisible();
});

test('a copy of everything opens and holds the own post', async ({ browser }) => {
  const { page } = await registerPerson(browser, stack.url, { role: 'student', fullName: 'Sade Okoro' });
  await page.getByLabel('What would you like to share?').fill('A post that comes along');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  // The composer holds the words as well until the server has them.
  await expect(page.getByRole('article').filter({ hasText: 'A post that comes along' })).toBeVisible();
  await page.goto(`${stack.url}/settings`);
  const card = section(page, 'Your data');
  await card.getByRole('button', { name: 'Make a copy' }).click();
  await card.getByLabel('Your password').fill(PASSWORD);
  await card.getByRole('button', { name: 'Make the copy' }).click();
  const link = card.getByRole('link', { name: 'Download' });
  await expect(link).toBeVisible({ timeout: 20_000 });
  await expectClean(page);
  const downloading = page.waitForEvent('download');
  await link.click();
  const entries = await readZip(await (await downloading).path());
  expect(entries.get('posts.html')).toContain('A post that comes along');
  expect(entries.get('index.html')).toContain('Sade Okoro');
});

test('an account that is to be deleted can be kept', async ({ browser }) => {
  const { page, username } = await registerPerson(browser, stack.url, { role: 'student', fullName: 'Tove Lind' });
  await page.goto(`${stack.url}/settings`);
  const card = section(page, 'Delete account');
  await card.getByRole('button', { name: 'Delete account' }).click();
  await expectClean(page);
  await card.getByLabel('Your password').fill(PASSWORD);
  await card.getByRole('button', { name: 'Delete my account' }).click();
  await page.waitForURL('**/auth**');
  await expect(page.getByText('Your account is hidden now', { exact: true })).toBeVisible();
  await logIn(page, username, PASSWORD);
  await expect(page.getByRole('heading', { name: 'Your account is about to be deleted' })).toBeVisible();
  await expectClean(page);
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await page.waitForURL('**/home');
});

test('a creator has the settings over the Library', async ({ browser }) => {
  const { page, username } = await registerPerson(browser, stack.url, { role: 'creator', fullName: 'Uma Castellanos' });
  await page.getByRole('button', { name: /Uma Castellanos/ }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await expect(dialog.getByText(username, { exact: true })).toBeVisible();
  await expectClean(page);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog.getByLabel('Your password')).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByRole('button', { name: 'Delete account' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.goBack();
  await expect(dialog).toBeVisible();
});

function readZip(path: string): Promise<Map<string, string>> {
  const entries = new Map<string, string>();
  return new Promise((resolve, reject) => {
    openZip(path, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, (failed, stream) => {
          if (failed) return reject(failed);
          const parts: Buffer[] = [];
          stream.on('data', (part: Buffer) => parts.push(part));
          stream.on('end', () => {
            entries.set(entry.fileName, Buffer.concat(parts).toString('utf8'));
            zip.readEntry();
          });
        });
      });
      zip.on('end', () => resolve(entries));
      zip.readEntry();
    });
  });
}
