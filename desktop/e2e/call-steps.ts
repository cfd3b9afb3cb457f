import type { Browser, Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { connect, createPerson, type Person } from './people.ts';
import type { Stack } from './stack.ts';

/** Ana with the conversation with Ben open, and Ben, who is connected to her, on Home; both can call. */
export async function openPair(
  browser: Browser,
  stack: Pick<Stack, 'url' | 'sql'>,
): Promise<{ ana: Person; ben: Person }> {
  const ben = await createPerson(browser, stack, { role: 'teacher', fullName: 'Ben Adu', path: null });
  const ana = await createPerson(browser, stack, { role: 'student', fullName: 'Ana Ruiz', path: null });
  await connect(stack, ana, ben);
  await openLive(ben.page, `${stack.url}/home`);
  await openLive(ana.page, `${stack.url}/chat?with=${ben.id}`);
  return { ana, ben };
}

/**
 * Opens a page, and waits until the server has greeted it on its live link: before, it can call no one, and no push
 * reaches it.
 */
export async function openLive(page: Page, url: string): Promise<void> {
  // The document that was open may connect until then, too.
  await page.goto('about:blank');
  const greeted = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"hello"')) resolve();
      }),
    );
  });
  await page.goto(url);
  await greeted;
}

/** The window of a call with a member. */
export const callWith = (page: Page, name: string): Locator => page.getByRole('dialog', { name });
/** The card of an incoming call. */
export const cardOf = (page: Page): Locator => page.getByRole('alertdialog', { name: /^Incoming/ });
/** A toast that contains a text. */
export const toastOf = (page: Page, text: string): Locator => page.locator('li').filter({ hasText: text });
/** An entry of the open conversation. */
export const rowOf = (page: Page, text: string | RegExp): Locator => page.getByRole('log').getByText(text);

/** How long a card may stay after its call has ended or was answered: less than until it is removed by a timer. */
const SILENT_MS = 10_000;

/** Waits until a page no longer rings. @throws when the time limit of an unanswered call could be the reason. */
export async function expectSilent(page: Page): Promise<void> {
  await expect(cardOf(page)).toHaveCount(0, { timeout: SILENT_MS });
}

/**
 * Records each toast that appears in the open document as `title / description`, also one that is replaced at once.
 * Returns a function that reads them.
 */
export async function recordToasts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const recorded: string[] = (globalThis.window.toasts = []);
    const read = (): string => {
      const parts = document.querySelector('li[data-swipe-direction] [role]')?.children ?? [];
      return [...parts].map(({ textContent }) => textContent).join(' / ');
    };
    let last = read();
    const record = (): void => {
      const text = read();
      if (text !== '' && text !== last) recorded.push(text);
      last = text;
    };
    new MutationObserver(record).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => globalThis.window.toasts);
}

/** Waits until the picture of the peer is not black and has changed. */
export async function see(page: Page, name: string): Promise<void> {
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
export async function hear(page: Page, name: string): Promise<void> {
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

/**
 * Takes microphones and cameras away from the next documents of a page: as Chromium behaves on a computer that has
 * none. Its fake devices can only be switched off for all pages, and a developer's computer has real ones.
 */
export async function removeDevices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    mediaDevices.enumerateDevices = () => Promise.resolve([]);
    // W3C Media Capture and Streams, section 10.2.
    mediaDevices.getUserMedia = () => Promise.reject(new DOMException('Requested device not found', 'NotFoundError'));
  });
}

declare global {
  interface Window {
    /** Every connection that the page has created, of a page prepared by {@link keepConnections}. */
    connections: RTCPeerConnection[];
    /** Of a page whose toasts are recorded by {@link recordToasts}. */
    toasts: string[];
  }
}

/** Makes the next document of a page keep its connections, so that a test can read their statistics. */
export async function keepConnections(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.window.connections = [];
    globalThis.window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        globalThis.window.connections.push(this);
      }
    };
  });
}

/** Returns the types of the selected candidates of the newest connection, as `relay/relay`; null while it has none. */
export function selectedPair(page: Page): Promise<string | null> {
  return page.evaluate(async () => {
    const report = await globalThis.window.connections.at(-1)?.getStats();
    const all = [...(report?.values() ?? [])] as Record<string, string>[];
    const pair = report?.get(String(all.find(({ type }) => type === 'transport')?.['selectedCandidatePairId']));
    if (!pair) return null;
    const { localCandidateId, remoteCandidateId } = pair as Record<string, string>;
    return [localCandidateId, remoteCandidateId]
      .map((id) => (report?.get(String(id)) as { candidateType?: string } | undefined)?.candidateType)
      .join('/');
  });
}
