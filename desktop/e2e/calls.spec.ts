import type { Browser, Page } from '@playwright/test';
import { findHeadlessBrowser } from '../../tools/chrome.ts';
import { findFaults } from './axe.ts';
import { BROWSER_ARGS, MEDIA_ARGS } from './browser.ts';
import { expect, test } from './fixtures.ts';
import { connect, createPerson, openDevice, type Person } from './people.ts';
import type { Stack } from './stack.ts';

const executablePath = findHeadlessBrowser();
test.use({
  permissions: ['camera', 'microphone'],
  launchOptions: { ...(executablePath && { executablePath }), args: [...BROWSER_ARGS, ...MEDIA_ARGS] },
});

/** Ana with the conversation with Ben open, and Ben, who is connected to her, on Home. */
async function openPair(browser: Browser, stack: Stack): Promise<{ ana: Person; ben: Person }> {
  const ben = await createPerson(browser, stack, { role: 'teacher', fullName: 'Ben Adu' });
  const ana = await createPerson(browser, stack, { role: 'student', fullName: 'Ana Ruiz', path: null });
  await connect(stack, ana, ben);
  await ana.page.goto(`${stack.url}/chat?with=${ben.id}`);
  return { ana, ben };
}

const callWith = (page: Page, name: string) => page.getByRole('dialog', { name });
const cardOf = (page: Page) => page.getByRole('alertdialog', { name: /^Incoming/ });
const toastOf = (page: Page, text: string) => page.locator('li').filter({ hasText: text });
const rowOf = (page: Page, text: string | RegExp) => page.getByRole('log').getByText(text);

/** Waits until the picture of the peer is not black and has changed. */
async function see(page: Page, name: string): Promise<void> {
  const picture = page.getByLabel(`Picture of ${name}`);
  const seen = new Set<string>();
  const count = async (): Promise<number> => {
    const pixels = await picture.evaluate((video: HTMLVideoElement) => {
      const context = new OffscreenCanvas(64, 48).getContext('2d');
      context?.drawImage(video, 0, 0, 64, 48);
      return [...(context?.getImageData(0, 0, 64, 48).data ?? [])];
    });
    if (pixels.some((value, index) => index % 4 !== 3 && value > 32)) seen.add(pixels.join(' '));
    return seen.size;
  };
  await expect.poll(count).toBeGreaterThan(1);
}

/** Waits for the sound of the peer: the fake microphone beeps each second. */
async function hear(page: Page, name: string): Promise<void> {
  const loudest = await page.getByLabel(`Picture of ${name}`).evaluate(async (video: HTMLVideoElement) => {
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(video.srcObject as MediaStream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const end = performance.now() + 20_000;
    let level = 0;
    while (level < 0.05 && performance.now() < end) {
      await new Promise(requestAnimationFrame);
      analyser.getFloatTimeDomainData(samples);
      level = Math.max(level, ...samples);
    }
    await context.close();
    return level;
  });
  expect(loudest).toBeGreaterThan(0.05);
}

test('two members see and hear each other, and their conversation keeps the call', async ({ browser, stack }) => {
  const { ana, ben } = await openPair(browser, stack);
  await ana.page.getByRole('button', { name: 'Video call' }).click();
  const card = cardOf(ben.page);
  await expect(card).toContainText('Incoming Video Call');
  await expect(card).toContainText('Ana Ruiz is calling you');
  await expect(callWith(ana.page, 'Ben Adu')).toContainText('Ringing...');
  expect(await findFaults(ben.page)).toEqual([]);
  await card.getByRole('button', { name: 'Answer', exact: true }).click();
  // 'Call Connected', which becomes 'Connected' when the first media arrive.
  await expect(toastOf(ana.page, 'Connected')).toBeVisible();
  for (const [page, name] of [
    [ana.page, 'Ben Adu'],
    [ben.page, 'Ana Ruiz'],
  ] as const) {
    await see(page, name);
    await hear(page, name);
    await expect(callWith(page, name).getByRole('timer')).toHaveText(/^00:\d\d$/);
  }
  const [own, others] = [callWith(ana.page, 'Ben Adu'), callWith(ben.page, 'Ana Ruiz')];
  await own.getByRole('button', { name: 'Mute' }).click();
  await expect(others.getByText('is muted')).toBeVisible();
  await own.getByRole('button', { name: 'Turn camera off' }).click();
  await expect(others.getByText('camera is off')).toBeVisible();
  await own.getByRole('button', { name: 'Unmute' }).click();
  await own.getByRole('button', { name: 'Turn camera on' }).click();
  await expect(others.getByText(/is muted|camera is off/)).toHaveCount(0);
  await see(ben.page, 'Ana Ruiz');
  await others.getByRole('button', { name: 'Hang up' }).click();
  await expect(toastOf(ana.page, 'Ben Adu has ended the call')).toContainText('Call Ended');
  await expect(own).toBeHidden();
  await expect(others).toBeHidden();
  await expect(rowOf(ana.page, /^Video call, 0:/)).toBeVisible();
});

test('a call is declined, answered in one of two windows, cancelled, and refused to a third member', async ({
  browser,
  stack,
}) => {
  const { ana, ben } = await openPair(browser, stack);
  const cat = await createPerson(browser, stack, { role: 'student', fullName: 'Cat Lind', path: null });
  await connect(stack, cat, ben);
  await cat.page.goto(`${stack.url}/profile/${ben.id}`);
  const phone = await openDevice(browser, stack, ben);
  await phone.goto(`${stack.url}/help`);
  // A dialog that is open hides the page, but not a call.
  await ben.page.keyboard.press('Control+k');
  await expect(ben.page.getByRole('dialog')).toBeVisible();

  const voice = ana.page.getByRole('button', { name: 'Voice call' });
  await voice.click();
  for (const page of [ben.page, phone]) await expect(cardOf(page)).toContainText('Incoming Voice Call');
  await cardOf(ben.page).getByRole('button', { name: 'Decline' }).click();
  await expect(toastOf(ana.page, 'Ben Adu declined your call')).toContainText('Call Rejected');
  for (const page of [ben.page, phone]) await expect(cardOf(page)).toHaveCount(0);
  await expect(rowOf(ana.page, 'Voice call, declined')).toBeVisible();

  await voice.click();
  await expect(cardOf(ben.page)).toBeVisible();
  await cardOf(phone).getByRole('button', { name: 'Answer' }).click();
  await expect(callWith(phone, 'Ana Ruiz').getByText('Call in progress')).toBeAttached();
  await expect(cardOf(ben.page)).toHaveCount(0);
  await expect(callWith(ben.page, 'Ana Ruiz')).toHaveCount(0);
  expect(await findFaults(phone)).toEqual([]);

  await cat.page.getByRole('button', { name: 'Video call' }).click();
  await expect(toastOf(cat.page, 'Ben Adu is on another call')).toContainText('User Busy');
  await expect(cardOf(ben.page)).toHaveCount(0);
  await callWith(ana.page, 'Ben Adu').getByRole('button', { name: 'Hang up' }).click();
  await expect(toastOf(phone, 'The caller has ended the call')).toContainText('Call Ended');

  await voice.click();
  for (const page of [ben.page, phone]) await expect(cardOf(page)).toBeVisible();
  await callWith(ana.page, 'Ben Adu').getByRole('button', { name: 'Cancel call' }).click();
  for (const page of [ben.page, phone]) await expect(cardOf(page)).toHaveCount(0);
  await expect(rowOf(ana.page, 'Voice call, no answer')).toBeVisible();
  await ben.page.goto(`${stack.url}/chat?with=${ana.id}`);
  await expect(rowOf(ben.page, 'You declined a voice call')).toBeVisible();
  await expect(rowOf(ben.page, 'Missed voice call')).toBeVisible();
});
