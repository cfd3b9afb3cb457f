import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { open as openZip } from 'yauzl';
import { readEmails } from '../../backend/testing/emails.ts';
import { findFaults } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { createPerson, createPost, PASSWORD } from './people.ts';
import type { Stack } from './stack.ts';

const NEXT = 'another long password';

/** Returns the path of the app that the newest email of a subject leads to. */
async function linkIn({ dataDir }: Stack, to: string, subject: string): Promise<string> {
  let link = '';
  await expect
    .poll(() => (link = readEmails(dataDir, to).findLast((mail) => mail.subject === subject)?.link ?? ''))
    .not.toBe('');
  return link;
}

async function logIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto(new URL('/auth', page.url()).href);
  await page.getByLabel(/Username/).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto(new URL('/auth', page.url()).href);
}

function section(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true });
}

test('a forgotten password is replaced with the emailed link', async ({ browser, stack }) => {
  const { page, username } = await createPerson(browser, stack, {
    role: 'student',
    fullName: 'Maya Vance',
    path: null,
  });
  const email = `${username}@example.org`;
  await page.goto(stack.url + (await linkIn(stack, email, 'Confirm your email address')));
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await expect(page.getByText(`${email} is confirmed.`)).toBeVisible();

  await logOut(page);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  expect(await findFaults(page)).toEqual([]);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByText('a link is on its way there')).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  const link = await linkIn(stack, email, 'Choose a new password');
  await page.goto(stack.url + link);
  await page.getByRole('textbox', { name: 'New password' }).fill(NEXT);
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await page.getByRole('link', { name: 'Log in', exact: true }).click();
  await logIn(page, username, NEXT);
  await page.waitForURL('**/home');
  await page.goto(stack.url + link);
  await page.reload();
  await page.getByRole('textbox', { name: 'New password' }).fill(NEXT);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('already used')).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
});

test('name and address change in the settings', async ({ browser, stack }) => {
  const [{ page, username }, other] = [
    await createPerson(browser, stack, { role: 'student', fullName: 'Nour Haddad', path: '/settings' }),
    await createPerson(browser, stack, { role: 'student', fullName: 'Olga Petrova', path: null }),
  ];
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
  await account.getByRole('button', { name: 'Change email address' }).click();
  await account.getByLabel('New email address').fill(email);
  await account.getByLabel('Your password').fill('not my password');
  await account.getByRole('button', { name: 'Send the link', exact: true }).click();
  await expect(account.getByText('This password is incorrect')).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await account.getByLabel('Your password').fill(PASSWORD);
  await account.getByRole('button', { name: 'Send the link', exact: true }).click();
  await expect(account.getByText('becomes your address once you open the link')).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.goto(stack.url + (await linkIn(stack, email, 'Confirm your email address')));
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.goto(`${stack.url}/settings`);
  await expect(account.getByText(email)).toBeVisible();
  await expect(account.getByText('Confirmed', { exact: true })).toBeVisible();
});

test('two-factor sign-in is set up and required', async ({ browser, stack }) => {
  const { page, username } = await createPerson(browser, stack, {
    role: 'teacher',
    fullName: 'Ravi Menon',
    path: '/settings',
  });
  const card = section(page, 'Two-factor sign-in');
  await expect(card.getByText('Confirm your email address first')).toBeVisible();
  await page.goto(stack.url + (await linkIn(stack, `${username}@example.org`, 'Confirm your email address')));
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await expect(page.getByText('is confirmed.')).toBeVisible();
  await page.goto(`${stack.url}/settings`);
  await card.getByRole('button', { name: 'Set up' }).click();
  await card.getByLabel('Your password').fill(PASSWORD);
  await card.getByRole('button', { name: 'Continue' }).click();
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
  await card.getByRole('button', { name: 'Turn on' }).click();
  await expect(card.getByText('This code is incorrect')).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await card.getByLabel('Code', { exact: true }).fill(codeOf(0));
  await card.getByRole('button', { name: 'Turn on' }).click();
  await expect(card.getByRole('listitem')).toHaveCount(10);
  const [recoveryCode = '', lastCode = ''] = await card.getByRole('listitem').allInnerTexts();
  const downloading = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Download codes' }).click();
  expect(readFileSync(await (await downloading).path(), 'utf8')).toContain(recoveryCode);
  expect(await findFaults(page)).toEqual([]);
  await card.getByRole('button', { name: 'I have saved them' }).click();
  await expect(card.getByText('10 recovery codes are left.')).toBeVisible();

  await logOut(page);
  await logIn(page, username, PASSWORD);
  await page.getByLabel('Code', { exact: true }).fill('12');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText('This code is incorrect')).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
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
  await card.getByRole('button', { name: 'Turn off' }).click();
  await card.getByLabel('Your password').fill(PASSWORD);
  await card.getByRole('button', { name: 'Turn off' }).click();
  await expect(card.getByText('Enter a code of your authenticator app')).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await card.getByLabel('Code', { exact: true }).fill(lastCode);
  await card.getByRole('button', { name: 'Turn off' }).click();
  await expect(card.getByRole('button', { name: 'Set up' })).toBeVisible();
});

test('an export of all data opens and contains the own post', async ({ browser, stack }) => {
  const sade = await createPerson(browser, stack, { role: 'student', fullName: 'Sade Okoro', path: '/settings' });
  const { page } = sade;
  await createPost(stack, sade, 'A post that comes along');
  const card = section(page, 'Your data');
  await card.getByRole('button', { name: 'Make a copy' }).click();
  await card.getByLabel('Your password').fill(PASSWORD);
  await card.getByRole('button', { name: 'Make the copy' }).click();
  const link = card.getByRole('link', { name: 'Download' });
  await expect(link).toBeVisible({ timeout: 200_000 });
  expect(await findFaults(page)).toEqual([]);
  const downloading = page.waitForEvent('download');
  await link.click();
  const entries = await readZip(await (await downloading).path());
  expect(entries.get('posts.html')).toContain('A post that comes along');
  expect(entries.get('index.html')).toContain('Sade Okoro');
});

test('a requested deletion of an account can be cancelled', async ({ browser, stack }) => {
  const { page, username } = await createPerson(browser, stack, {
    role: 'student',
    fullName: 'Tove Lind',
    path: '/settings',
  });
  const card = section(page, 'Delete account');
  await card.getByRole('button', { name: 'Delete account' }).click();
  expect(await findFaults(page)).toEqual([]);
  await card.getByLabel('Your password').fill(PASSWORD);
  await card.getByRole('button', { name: 'Delete my account' }).click();
  await page.waitForURL('**/auth**');
  await expect(page.getByText('Your account is hidden now', { exact: true })).toBeVisible();
  await logIn(page, username, PASSWORD);
  await expect(page.getByRole('heading', { name: 'Your account is about to be deleted' })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await page.waitForURL('**/home');
});

test('a creator opens the settings over the Library', async ({ browser, stack }) => {
  const { page, username } = await createPerson(browser, stack, { role: 'creator', fullName: 'Uma Castellanos' });
  await page.getByRole('button', { name: /Uma Castellanos/ }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await expect(dialog.getByText(username, { exact: true })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
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
