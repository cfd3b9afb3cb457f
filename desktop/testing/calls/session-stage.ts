import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { build } from 'vite';
import type { CallIntents, CallSignal } from '#shared/realtime/calls.ts';
import type { UdpProxy } from './udp-proxy.ts';

const ORIGIN = 'https://calls.test';

/** The pages of two members. */
export interface SessionPages {
  ana: Page;
  ben: Page;
}

/** What is between the two pages. */
export interface SessionNetwork {
  /** Everything between the devices passes here; without one they connect directly. */
  proxy?: UdpProxy | undefined;
  /** Time of a signal from one side to the other, half of it to the server; milliseconds. */
  signalMs?: number;
  /** Says of a signal whether it is lost, although the server acknowledges it. */
  isLost?: (from: keyof SessionPages, signal: CallSignal) => boolean;
}

/** Returns the script of the page, which contains the calls of the product without their window. */
export async function buildSessionPage(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    root: path.join(import.meta.dirname, '../../..'),
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: path.join(import.meta.dirname, 'session-page.ts'),
        output: { codeSplitting: false },
      },
    },
  });
  const [result] = [output].flat();
  if (!result || !('output' in result)) throw new Error('The page of the session was not built.');
  return result.output.map((part) => ('code' in part ? part.code : '')).join('\n');
}

/**
 * Opens the pages of two members, without a window of the call, and a server of one call that passes on what the pages
 * send. Ana calls; each is in the first and last of the browsers.
 */
export async function openSessions(
  browsers: readonly [Browser, ...Browser[]],
  script: string,
  network: SessionNetwork = {},
): Promise<SessionPages> {
  const pages = {
    ana: await openPage(await openContext(browsers[0], script)),
    ben: await openPage(await openContext(browsers.at(-1) ?? browsers[0], script)),
  };
  await relay(pages, 'ana', network);
  await relay(pages, 'ben', network);
  return pages;
}

async function openContext(browser: Browser, script: string): Promise<BrowserContext> {
  // With the permission, candidates contain addresses instead of names of mDNS.
  const context = await browser.newContext({ permissions: ['camera', 'microphone'] });
  const body = '<!doctype html><body><script type="module" src="/page.js"></script>';
  await context.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/page.js') return route.fulfill({ contentType: 'text/javascript', body: script });
    if (pathname === '/api/ice-servers')
      return route.fulfill({ json: { iceServers: [], expiresAt: null, hasRelay: false } });
    return route.fulfill({ contentType: 'text/html', body });
  });
  return context;
}

async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(ORIGIN);
  await page.waitForFunction(() => 'session' in globalThis.window);
  return page;
}

type Intent = Partial<CallIntents['call-ended'] & CallIntents['call-signal']>;

/** Opens the session of a page, and passes on what it sends, in its order. */
async function relay(pages: SessionPages, id: keyof SessionPages, network: SessionNetwork): Promise<void> {
  const { proxy, signalMs = 0, isLost } = network;
  const other = id === 'ana' ? pages.ben : pages.ana;
  const at = (): string => new Date().toISOString();
  let queue: Promise<unknown> = Promise.resolve();
  const rewrite = async (signal: CallSignal | undefined) => (signal && proxy ? proxy.rewrite(signal) : signal);
  const half = (): Promise<void> =>
    new Promise((resolve) => (signalMs > 0 ? setTimeout(resolve, signalMs / 2) : resolve()));
  const deliver = async (name: string, payload: object): Promise<void> => {
    await half();
    await other.evaluate(([event, data]) => globalThis.window.session.push(event, data), [
      name,
      { ...payload, partyId: id, at: at() },
    ] as const);
  };
  await pages[id].exposeFunction('sendIntent', async (name: keyof CallIntents, { signal, ...intent }: Intent) => {
    await half();
    queue = queue.then(async () => {
      const rewritten = await rewrite(signal);
      const payload = {
        callerId: 'ana',
        calleeId: 'ben',
        callId: '',
        ...intent,
        ...(rewritten && { signal: rewritten }),
      };
      const push = signal && isLost?.(id, signal) === true ? null : pushOf(name, payload, at());
      // The page is closed at the end of a test.
      if (push) void deliver(name, push).catch(() => undefined);
    });
    await queue;
    await half();
    return { ok: true };
  });
  await pages[id].evaluate((userId) => globalThis.window.session.open(userId), id);
}

/** Returns the push that follows from an intent, as the server would send it. */
function pushOf(name: keyof CallIntents, payload: object, at: string): object | null {
  if (name === 'incoming-call')
    return { ...payload, callerName: 'Ana', callerPhoto: null, route: 'direct', ringMs: 30_000 };
  if (name === 'incoming-call-received') return { ...payload, route: 'direct' };
  if (name === 'call-accepted') return { ...payload, calleeName: 'Ben', answeredAt: at };
  return name === 'call-signal' || name === 'call-ended' ? { ...payload, endedBy: 'caller' } : null;
}

/** Returns the state of the call of a page, as the machine names it. */
export function stepOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { phase, step } = globalThis.window.session.snapshot();
    return `${phase} ${String(step)}`;
  });
}

/** Ana calls Ben. */
export async function dial({ ana }: SessionPages, type: 'voice' | 'video'): Promise<void> {
  await ana.evaluate(
    (callType) => globalThis.window.session.calls.dial({ id: 'ben', name: 'Ben', photo: null }, callType),
    type,
  );
}

/** Answers the call that rings, and returns when, in milliseconds since 1970. */
export function answer(page: Page): Promise<number> {
  return page.evaluate(() => globalThis.window.session.answer());
}

/** Waits until a page is in a state of a call. */
export async function waitForStep(page: Page, step: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const { phase, step: part } = globalThis.window.session.snapshot();
    return `${phase} ${String(part)}` === wanted;
  }, step);
}

/** Ana calls Ben, who answers; both are connected. */
export async function connectCall(pages: SessionPages, type: 'voice' | 'video'): Promise<void> {
  await dial(pages, type);
  await waitForStep(pages.ben, 'incoming ringing');
  await answer(pages.ben);
  for (const page of [pages.ana, pages.ben]) await waitForStep(page, 'active connected');
}
