import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { demoAccounts } from '../../backend/db/seeds/accounts.ts';
import { expect, test } from './fixtures.ts';

const MAX_TABS = 80;

/** Presses Tab until what has focus is called so; fails when it cannot be reached. */
async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      const text = element?.matches('button, a') ? element.textContent : undefined;
      return element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent ?? text ?? '';
    });
    if (name.test(focused)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab does not reach ${String(name)}`);
}

test('the main job by keyboard only: sign in, post with an image, like, comment', async ({ page, demo }) => {
  const teacher = demoAccounts.find((account) => account.role === 'teacher');
  await page.goto(`${demo.url}/auth`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await tabTo(page, /^Username/);
  await page.keyboard.type(teacher?.username ?? '');
  await tabTo(page, /^Password/);
  await page.keyboard.type(teacher?.password ?? '');
  await page.keyboard.press('Enter');
  // The address changes before the page's code is there; nothing can be tabbed to until it is.
  await page.waitForURL('**/home');
  await page.getByRole('textbox', { name: /What would you like to share/ }).waitFor();

  await tabTo(page, /What would you like to share/);
  await page.keyboard.type('Written without a mouse.');
  // The wait starts before the key is pressed, so that the event is not missed.
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, /^Add an image/);
  await page.keyboard.press('Enter');
  const buffer = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#345' } })
    .jpeg()
    .toBuffer();
  await (await chooser).setFiles({ name: 'dusk.jpg', mimeType: 'image/jpeg', buffer });
  // The part of the form that describes the image is loaded when an image is chosen.
  await page.getByLabel('Image description').waitFor();
  await tabTo(page, /^Image description/, 'Shift+Tab');
  await page.keyboard.type('A dark blue evening');
  await page.keyboard.press('Control+Enter');
  const own = page.getByRole('article').filter({ hasText: 'Written without a mouse.' });
  await expect(own.getByRole('img', { name: 'A dark blue evening' })).toBeVisible();
  const second = page.getByRole('article').nth(1);
  await second.waitFor();

  // PageDown walks from post to post (the feed pattern of the ARIA Authoring Practices).
  await own.focus();
  await page.keyboard.press('PageDown');
  await expect(second).toBeFocused();
  await tabTo(page, /^Like/);
  await page.keyboard.press('Enter');
  await expect(second.getByRole('button', { name: /^Like/ })).toHaveAttribute('aria-pressed', /true|false/);
  await tabTo(page, /^Comments/);
  await page.keyboard.press('Enter');
  await second.getByRole('textbox', { name: /^Write a comment/ }).waitFor();
  await tabTo(page, /^Write a comment/);
  await page.keyboard.type('Commented without one, too.');
  await page.keyboard.press('Control+Enter');
  await expect(second.getByText('Commented without one, too.')).toBeVisible();
});
