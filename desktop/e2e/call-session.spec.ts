import path from 'node:path';
import { chromium, expect, test, type Browser, type Page } from '@playwright/test';
import { build } from 'vite';
import type { CallIntents } from '#shared/realtime/calls.ts';
import { findHeadlessBrowser } from '../../tools/chrome.ts';
import { BROWSER_ARGS } from './browser.ts';

const ORIGIN = 'https://calls.test';
const AT = (): string => new Date().toISOString();
const MEDIA_ARGS = [
  '--use-fake-device-for-media-stream=fps=30,device-count=2',
  '--use-fake-ui-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
];

let script: string;
let browser: Browser;

test.beforeAll(async () => {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    root: path.join(import.meta.dirname, '../..'),
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: path.join(import.meta.dirname, '../testing/calls/session-page.ts'),
        output: { codeSplitting: false },
      },
    },
  });
  const [result] = [output].flat();
  if (!result || !('output' in result)) throw new Error('The page of the session was not built.');
  script = result.output.map((part) => ('code' in part ? part.code : '')).join('\n');
  const executablePath = findHeadlessBrowser();
  browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...BROWSER_ARGS, ...MEDIA_ARGS],
  });
});
test.afterAll(() => browser.close());

/** A member's page without a window of the call, and a server of one call that passes on what the pages send. */
async function openPages(): Promise<{ ana: Page; ben: Page }> {
  const context = await browser.newContext({ permissions: ['camera', 'microphone'] });
  const html = {
    contentType: 'text/html',
    body: '<!doctype html><body><script type="module" src="/page.js"></script>',
  };
  await context.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/page.js') return route.fulfill({ contentType: 'text/javascript', body: script });
    if (pathname === '/api/ice-servers')
      return route.fulfill({ json: { iceServers: [], expiresAt: null, hasRelay: false } });
    return route.fulfill(html);
  });
  const pages = { ana: await context.newPage(), ben: await context.newPage() };
  const other = { ana: pages.ben, ben: pages.ana };
  for (const id of ['ana', 'ben'] as const) {
    const push = (page: Page, name: string, payload: object): Promise<void> =>
      page.evaluate(([event, data]) => globalThis.window.session.push(event, data), [
        name,
        { ...payload, partyId: id, at: AT() },
      ] as const);
    await pages[id].exposeFunction('sendIntent', async (name: keyof CallIntents, payload: { reason?: string }) => {
      const ids = { callerId: 'ana', calleeId: 'ben', callId: '', ...payload };
      if (name === 'incoming-call')
        await push(other[id], name, { ...ids, callerName: 'Ana', callerPhoto: null, route: 'direct', ringMs: 30_000 });
      else if (name === 'incoming-call-received') await push(other[id], name, { ...ids, route: 'direct' });
      else if (name === 'call-accepted') await push(other[id], name, { ...ids, calleeName: 'Ben', answeredAt: AT() });
      else if (name === 'call-signal' || name === 'call-ended')
        await push(other[id], name, { ...ids, endedBy: 'caller' });
      return { ok: true };
    });
    await pages[id].goto(ORIGIN);
    await pages[id].waitForFunction(() => 'session' in globalThis.window);
    await pages[id].evaluate((userId) => globalThis.window.session.open(userId), id);
  }
  return pages;
}

const snapshot = (page: Page) => page.evaluate(() => globalThis.window.session.snapshot());
const step = async (page: Page): Promise<string> => {
  const { phase, step: part } = await snapshot(page);
  return `${phase} ${String(part)}`;
};
const play = (page: Page) => page.evaluate(() => globalThis.window.session.remote());

async function callAndAnswer({ ana, ben }: { ana: Page; ben: Page }, type: 'voice' | 'video'): Promise<void> {
  await ana.evaluate(
    (callType) => globalThis.window.session.calls.dial({ id: 'ben', name: 'Ben', photo: null }, callType),
    type,
  );
  await expect.poll(() => step(ben)).toBe('incoming ringing');
  await ben.evaluate(() => {
    const { calls, snapshot: read } = globalThis.window.session;
    calls.answer(read().callId ?? '');
  });
  for (const page of [ana, ben]) await expect.poll(() => step(page)).toBe('active connected');
}

test('a video call shows both sides, reports what each sends, and ends for both', async () => {
  const pages = await openPages();
  const { ana, ben } = pages;
  await callAndAnswer(pages, 'video');
  for (const page of [ana, ben]) {
    await expect.poll(async () => (await play(page)).width).toBeGreaterThan(0);
    const { seconds } = await play(page);
    await expect.poll(async () => (await play(page)).seconds).toBeGreaterThan(seconds);
    expect(await page.evaluate(() => globalThis.window.session.toasts())).toEqual(['Connected']);
    await expect.poll(async () => (await snapshot(page)).quality).toBeGreaterThan(0);
  }
  await ana.evaluate(() => globalThis.window.session.calls.toggleCamera());
  await expect.poll(async () => (await snapshot(ben)).peerMedia).toEqual({ audio: true, video: false, screen: false });
  await ana.evaluate(() => globalThis.window.session.calls.toggleCamera());
  await expect.poll(async () => (await snapshot(ben)).peerMedia.video).toBe(true);
  await ben.evaluate(() => globalThis.window.session.calls.hangUp());
  for (const page of [ana, ben]) await expect.poll(async () => (await snapshot(page)).phase).toBe('idle');
});

test('a voice call can share a screen', async () => {
  const pages = await openPages();
  const { ana, ben } = pages;
  await callAndAnswer(pages, 'voice');
  expect((await snapshot(ana)).hasRemoteVideo).toBe(false);
  await ben.evaluate(() => globalThis.window.session.calls.toggleScreen());
  await expect.poll(async () => (await play(ana)).width).toBeGreaterThan(0);
  await expect.poll(async () => (await snapshot(ana)).peerMedia.screen).toBe(true);
  expect(await step(ana)).toBe('active connected');
});

test('a call goes on after ICE is restarted from both sides', async () => {
  const pages = await openPages();
  const { ana, ben } = pages;
  await callAndAnswer(pages, 'video');
  for (const page of [ana, ben]) await page.evaluate(() => globalThis.window.dispatchEvent(new Event('online')));
  await expect.poll(async () => (await play(ben)).seconds).toBeGreaterThan(1);
  const { seconds } = await play(ben);
  await expect.poll(async () => (await play(ben)).seconds).toBeGreaterThan(seconds + 2);
  for (const page of [ana, ben]) expect(await step(page)).toBe('active connected');
});
