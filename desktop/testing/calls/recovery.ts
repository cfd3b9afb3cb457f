import type { Browser, Page } from 'playwright-core';
import { connectCall, openSessions, waitForStep, type SessionPages } from './session-stage.ts';
import { UdpProxy } from './udp-proxy.ts';

/** One direction of the path between the devices, in milliseconds. */
const DELAY_MS = 20;
/** A call that does not recover in this time never does. */
const GIVE_UP_MS = 60_000;

/**
 * What happens to the network: `outage` loses everything for a time; `path` ends the path between the devices while a
 * new one is possible, and a device receives the event of the browser that its network has changed, or none does.
 */
export type Interruption = { kind: 'outage'; outageMs: number } | { kind: 'path'; event: 'caller' | 'callee' | 'none' };

interface RecoveryPlan {
  interruption: Interruption;
  repeats: number;
}

/**
 * Interrupts the network of video calls, and returns for each how long it took until both sides saw moving images
 * again, in milliseconds since the interruption began.
 */
export async function measureRecovery(
  browsers: readonly [Browser, ...Browser[]],
  script: string,
  { interruption, repeats }: RecoveryPlan,
): Promise<number[]> {
  const times: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const proxy = new UdpProxy(DELAY_MS);
    const pages = await openSessions(browsers, script, { proxy, signalMs: DELAY_MS });
    try {
      await connectCall(pages, 'video');
      for (const page of [pages.ana, pages.ben]) await waitForImages(page);
      times.push(await interrupt(pages, proxy, interruption));
    } finally {
      await Promise.all([pages.ana, pages.ben].map((page) => page.context().close()));
      proxy.close();
    }
  }
  return times;
}

async function interrupt(pages: SessionPages, proxy: UdpProxy, interruption: Interruption): Promise<number> {
  const both = [pages.ana, pages.ben];
  const since = Date.now();
  if (interruption.kind === 'outage') {
    proxy.cut();
    setTimeout(() => proxy.restore(), interruption.outageMs);
  } else {
    await proxy.killPath();
    const page = { caller: pages.ana, callee: pages.ben, none: null }[interruption.event];
    await page?.evaluate(() => globalThis.window.dispatchEvent(new Event('online')));
  }
  const resumed = await Promise.all(both.map((page) => resumedAt(page, since)));
  for (const page of both) await waitForStep(page, 'active connected');
  return Math.max(...resumed) - since;
}

/** Waits until images have moved for a while: the first ones follow at irregular intervals. */
async function waitForImages(page: Page): Promise<void> {
  await page.waitForFunction(() => globalThis.window.session.remote().seconds > 1);
}

async function resumedAt(page: Page, since: number): Promise<number> {
  const found = await page.waitForFunction((start) => globalThis.window.session.arrivals.resumedAt(start), since, {
    timeout: GIVE_UP_MS,
    polling: 50,
  });
  return Number(await found.jsonValue());
}
