import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { findHeadlessBrowser } from '../../tools/chrome.ts';
import { BROWSER_ARGS, MEDIA_ARGS } from '../e2e/browser.ts';
import { measureRecovery, type Interruption } from './calls/recovery.ts';
import { answer, buildSessionPage, dial, openSessions, waitForStep, type SessionPages } from './calls/session-stage.ts';
import { UdpProxy } from './calls/udp-proxy.ts';

const CALLS = 20;
/** Calls before those that are measured: the first one opens the fake devices. */
const WARM_UP = 1;
const RECOVERIES = 10;
/** Time for which a call rings before it is answered, in milliseconds. */
const RING_MS = 1_000;
/** A camera of a laptop opens in about this time, in milliseconds. */
const CAMERA_MS = 500;

type Setup = 'naive' | 'ours';
/** Milliseconds from the click on Answer, by what arrives. */
type Times = Record<'callee image' | 'callee sound' | 'caller image' | 'caller sound', number[]>;

interface Conditions {
  rttMs: number;
  cameraMs: number | null;
}

/**
 * `npm run bench -- calls`: time from the click on Answer to the first image and the first sound on both sides, of a
 * naive set-up and of ours in turn, in two processes of Chromium; then how long a call takes to recover.
 */
export async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-calls-'));
  const tone = join(folder, 'tone.wav');
  writeFileSync(tone, toneFile());
  const browsers = [await launch(tone), await launch(tone)] as const;
  try {
    const script = await buildSessionPage();
    for (const conditions of [
      { rttMs: 0, cameraMs: null },
      { rttMs: 100, cameraMs: CAMERA_MS },
    ]) {
      print(`\ncalls: ${CALLS} video calls each, RTT ${conditions.rttMs} ms, camera ${conditions.cameraMs ?? 0} ms`);
      await compare(browsers, script, conditions);
    }
    print(`\nrecovery of a video call, RTT 40 ms, ${RECOVERIES} times each, milliseconds until both sides see again`);
    for (const [name, interruption] of Object.entries(INTERRUPTIONS))
      print(row(name, await measureRecovery(browsers, script, { interruption, repeats: RECOVERIES })));
  } finally {
    await Promise.all(browsers.map((browser) => browser.close()));
    rmSync(folder, { recursive: true, force: true });
  }
}

const INTERRUPTIONS: Record<string, Interruption> = {
  'new path, event at the caller': { kind: 'path', event: 'caller' },
  'new path, event at the callee': { kind: 'path', event: 'callee' },
  'new path, no event': { kind: 'path', event: 'none' },
  'outage of 8 s': { kind: 'outage', outageMs: 8_000 },
};

function launch(tone: string): Promise<Browser> {
  const executablePath = findHeadlessBrowser();
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...BROWSER_ARGS, ...MEDIA_ARGS, `--use-file-for-fake-audio-capture=${tone}`],
  });
}

/** Both set-ups in turn, so that a change of the machine's load concerns both. */
async function compare(
  browsers: readonly [Browser, Browser],
  script: string,
  { rttMs, cameraMs }: Conditions,
): Promise<void> {
  const results: Record<Setup, Times> = { naive: noTimes(), ours: noTimes() };
  for (let call = -WARM_UP; call < CALLS; call += 1)
    for (const setup of ['naive', 'ours'] as const) {
      const proxy = rttMs > 0 ? new UdpProxy(rttMs / 2) : undefined;
      const pages = await openSessions(browsers, script, { proxy, signalMs: rttMs / 2 });
      const both = [pages.ana, pages.ben];
      for (const page of both)
        await page.evaluate((ms) => {
          globalThis.window.session.cameraMs = ms;
        }, cameraMs);
      const times = await measure(pages, setup);
      if (call >= 0) for (const name of keysOf(times)) results[setup][name].push(...times[name]);
      await Promise.all(both.map((page) => page.context().close()));
      proxy?.close();
    }
  for (const setup of ['naive', 'ours'] as const)
    for (const name of keysOf(results[setup])) print(row(`${setup}: ${name}`, results[setup][name]));
}

async function measure(pages: SessionPages, setup: Setup): Promise<Times> {
  const { ana, ben } = pages;
  if (setup === 'naive') {
    for (const page of [ana, ben]) await page.evaluate(() => globalThis.window.session.openNaive());
    await ana.evaluate(() => globalThis.window.session.naive?.dial());
    await ben.waitForFunction(() => globalThis.window.session.naive?.isRinging === true);
  } else {
    await dial(pages, 'video');
    await waitForStep(ben, 'incoming ringing');
  }
  await ben.waitForFunction((until) => Date.now() >= until, Date.now() + RING_MS, { polling: 20 });
  const clickedAt = await answer(ben);
  const [callee, caller] = await Promise.all([ben, ana].map((page) => arrivals(page)));
  return {
    'callee image': [(callee?.frameAt ?? Number.NaN) - clickedAt],
    'callee sound': [(callee?.soundAt ?? Number.NaN) - clickedAt],
    'caller image': [(caller?.frameAt ?? Number.NaN) - clickedAt],
    'caller sound': [(caller?.soundAt ?? Number.NaN) - clickedAt],
  };
}

/** Waits for the first image and the first sound. */
async function arrivals(page: Page): Promise<{ frameAt: number | null; soundAt: number | null }> {
  const found = await page.waitForFunction(
    () => {
      const first = globalThis.window.session.arrivals.first();
      return first.frameAt !== null && first.soundAt !== null ? first : null;
    },
    null,
    { polling: 100 },
  );
  return (await found.jsonValue()) ?? { frameAt: null, soundAt: null };
}

function noTimes(): Times {
  return { 'callee image': [], 'callee sound': [], 'caller image': [], 'caller sound': [] };
}

function keysOf(times: Times): (keyof Times)[] {
  return Object.keys(times) as (keyof Times)[];
}

function row(name: string, times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN).toFixed(0);
  return `  ${name.padEnd(32)} p50 ${at(0.5).padStart(6)}  p95 ${at(0.95).padStart(6)}`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** A WAV file of one second of 440 Hz, which Chromium repeats, so that the first sound is not a matter of luck. */
function toneFile(): Buffer {
  const rate = 48_000;
  const samples = Int16Array.from({ length: rate }, (_, at) => Math.sin((at * 2 * Math.PI * 440) / rate) * 12_000);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.byteLength, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([head, Buffer.from(samples.buffer)]);
}
