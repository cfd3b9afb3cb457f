import { expect, test, type Browser, type Page } from '@playwright/test';
import { buildSessionPage, connectCall, openSessions, stepOf } from '../testing/calls/session-stage.ts';
import { launchWithDevices } from './browser.ts';

let script: string;
let browser: Browser;

test.beforeAll(async () => {
  script = await buildSessionPage();
  browser = await launchWithDevices();
});
test.afterAll(() => browser.close());

const openPages = () => openSessions([browser], script);
const snapshot = (page: Page) => page.evaluate(() => globalThis.window.session.snapshot());
const play = (page: Page) => page.evaluate(() => globalThis.window.session.remote());

test('a video call shows both sides, reports what each sends, and ends for both', async () => {
  const pages = await openPages();
  const { ana, ben } = pages;
  await connectCall(pages, 'video');
  for (const page of [ana, ben]) {
    await expect.poll(async () => (await play(page)).width).toBeGreaterThan(0);
    const { seconds } = await play(page);
    await expect.poll(async () => (await play(page)).seconds).toBeGreaterThan(seconds);
    await expect.poll(() => page.evaluate(() => globalThis.window.session.toasts())).toContain('Connected');
    await expect.poll(async () => (await snapshot(page)).quality).toBeGreaterThan(0);
  }
  await ana.evaluate(() => globalThis.window.session.calls.toggleCamera());
  await expect.poll(async () => (await snapshot(ben)).peerMedia).toEqual({ audio: true, video: false, screen: false });
  await ana.evaluate(() => globalThis.window.session.calls.toggleCamera());
  await expect.poll(async () => (await snapshot(ben)).peerMedia.video).toBe(true);
  await ben.evaluate(() => globalThis.window.session.calls.hangUp());
  for (const page of [ana, ben]) await expect.poll(async () => (await snapshot(page)).phase).toBe('idle');
});

test('a voice call can share a screen, also when the first offer of it is lost', async () => {
  const lost: string[] = [];
  let isLossy = false;
  const isLost = (from: string, { type }: { type: string }): boolean =>
    isLossy && from === 'ben' && type === 'offer' && lost.length === 0 && lost.push(type) > 0;
  const pages = await openSessions([browser], script, { isLost });
  const { ana, ben } = pages;
  await connectCall(pages, 'voice');
  isLossy = true;
  expect((await snapshot(ana)).hasRemoteVideo).toBe(false);
  await ben.evaluate(() => globalThis.window.session.calls.toggleScreen());
  await expect.poll(async () => (await play(ana)).width).toBeGreaterThan(0);
  expect(lost).toEqual(['offer']);
  await expect.poll(async () => (await snapshot(ana)).peerMedia.screen).toBe(true);
  await expect.poll(() => stepOf(ana)).toBe('active connected');
  // A connection that the other side has closed without a word may come back.
  await ben.evaluate(() => globalThis.window.session.closeConnections());
  await expect.poll(() => stepOf(ana)).toBe('active reconnecting');
});

test('both sides of a voice call turn their cameras on at once', async () => {
  const pages = await openPages();
  const { ana, ben } = pages;
  await connectCall(pages, 'voice');
  await Promise.all([ana, ben].map((page) => page.evaluate(() => globalThis.window.session.calls.toggleCamera())));
  for (const page of [ana, ben]) {
    await expect.poll(async () => (await play(page)).width).toBeGreaterThan(0);
    // What the peer reports of its media can arrive after the images.
    await expect
      .poll(() => snapshot(page))
      .toMatchObject({ callType: 'video', isCameraOn: true, peerMedia: { video: true } });
    const { seconds } = await play(page);
    await expect.poll(async () => (await play(page)).seconds).toBeGreaterThan(seconds);
  }
  // One of them goes on alone, and both cameras off is a voice call again.
  await ana.evaluate(() => globalThis.window.session.calls.toggleCamera());
  await expect.poll(async () => (await snapshot(ben)).peerMedia.video).toBe(false);
  expect((await snapshot(ana)).callType).toBe('video');
  await ben.evaluate(() => globalThis.window.session.calls.toggleCamera());
  await expect.poll(async () => (await snapshot(ana)).callType).toBe('voice');
  for (const page of [ana, ben]) await expect.poll(() => stepOf(page)).toBe('active connected');
});

test('a video call is limited in its descriptions and encoders', async () => {
  const pages = await openPages();
  await connectCall(pages, 'video');
  const sent = () => pages.ana.evaluate(() => globalThis.window.session.sent());
  // The estimate grows from 300 kbit/s as far as the limit.
  await expect.poll(async () => (await sent()).video?.targetBitrate).toBeGreaterThan(1_000_000);
  const { video, audio } = await sent();
  expect(video?.targetBitrate).toBeLessThanOrEqual(2_000_000);
  expect(audio?.targetBitrate).toBeLessThanOrEqual(64_000);
  expect([video?.limitKbps, audio?.limitKbps]).toEqual([2_000, 300]);
});

test('another camera and microphone are used in the middle of a call', async () => {
  const pages = await openPages();
  const { ana, ben } = pages;
  await connectCall(pages, 'video');
  await expect.poll(async () => (await play(ben)).width).toBeGreaterThan(0);
  const before = await ana.evaluate(() => globalThis.window.session.sent());
  for (const [kind, sent] of [
    ['camera', 'video'],
    ['microphone', 'audio'],
  ] as const) {
    const { devices } = await snapshot(ana);
    const other = devices[kind].find(({ id }) => id !== before[sent]?.deviceId)?.id ?? '';
    expect(other).not.toBe('');
    await ana.evaluate(([name, id]) => globalThis.window.session.calls.chooseDevice(name, id), [kind, other] as const);
    await expect
      .poll(async () => (await ana.evaluate(() => globalThis.window.session.sent()))[sent]?.deviceId)
      .toBe(other);
  }
  const { seconds } = await play(ben);
  await expect.poll(async () => (await play(ben)).seconds).toBeGreaterThan(seconds + 1);
  for (const page of [ana, ben]) await expect.poll(() => stepOf(page)).toBe('active connected');
});

test('a call goes on after ICE is restarted from both sides', async () => {
  const pages = await openPages();
  const { ana, ben } = pages;
  await connectCall(pages, 'video');
  for (const page of [ana, ben]) await page.evaluate(() => globalThis.window.dispatchEvent(new Event('online')));
  await expect.poll(async () => (await play(ben)).seconds).toBeGreaterThan(1);
  const { seconds } = await play(ben);
  await expect.poll(async () => (await play(ben)).seconds).toBeGreaterThan(seconds + 2);
  for (const page of [ana, ben]) await expect.poll(() => stepOf(page)).toBe('active connected');
});
