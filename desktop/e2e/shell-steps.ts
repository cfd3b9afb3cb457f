import { expect, type Page } from '@playwright/test';
import type { Shell } from '../testing/launch.ts';
import { PASSWORD } from './people.ts';

/** Takes the address that the first start suggests. */
export async function chooseServer(page: Page, suggested: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Choose your server' })).toBeVisible();
  await expect(page.getByLabel('Server address')).toHaveValue(suggested);
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
}

/** Signs in from the landing page. */
export async function signIn(page: Page, username: string): Promise<void> {
  await page.getByRole('link', { name: 'Log in' }).first().click();
  await page.getByLabel(/Username/).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL('**/home');
}

/** Connects the live link again at once, unless the client has done so by itself, and waits until it is live. */
export async function reconnect(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: 'Reconnect' })
    .evaluateAll((buttons: HTMLElement[]) => buttons.forEach((button) => button.click()));
  await expect(page.getByText('Live updates paused')).toBeHidden();
}

/** Signs out by the account menu. */
export async function signOut(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /account|menu/i })
    .first()
    .click();
  await page.getByRole('menuitem', { name: /Log out|Sign out/ }).click();
}

/** Allows camera and microphone for good, in the prompt that the client opens for a call. */
export async function allowDevices({ electron }: Shell): Promise<void> {
  const findPrompt = () =>
    electron.BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL().endsWith('/media-prompt'));
  await expect.poll(() => findPrompt() !== undefined).toBe(true);
  const prompt = await findPrompt()?.webContents.whenOpen();
  await prompt?.getByRole('button', { name: 'Always' }).click();
}
