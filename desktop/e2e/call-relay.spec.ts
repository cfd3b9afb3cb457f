import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { promisify } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import type { IceServersView } from '../../shared/api/calls.ts';
import { createStunServer } from '../../backend/gateways/stun-server.ts';
import { isMissing } from '../../backend/testing/programs.ts';
import { findFreePort } from '../../tools/postgres.ts';
import { startTurnServer, type TurnServer } from '../testing/calls/turn-server.ts';
import { callWith, cardOf, hear, keepConnections, openLive, openPair, see, selectedPair } from './call-steps.ts';
import { expect, test } from './fixtures.ts';
import { openDevice } from './people.ts';
import { startStack, type Stack } from './stack.ts';

/** Shorter than the call of the test that outlives its credentials. */
const CREDENTIAL_SECONDS = 15;
const SECRET = 'a secret of the test that coturn shares';
test.skip(isMissing('turnserver'), 'coturn is not installed');

let turn: TurnServer;
let stack: Stack;
test.beforeAll(async () => {
  turn = await startTurnServer(SECRET);
  // A third address of the same server.
  const urls = `${turn.urls},${turn.urls.split(',')[0]?.replace('127.0.0.1', 'localhost')}`;
  stack = await startStack({
    settings: { TURN_URLS: urls, TURN_SECRET: SECRET, TURN_CREDENTIAL_SECONDS: String(CREDENTIAL_SECONDS) },
  });
});
test.afterAll(async () => {
  await stack.stop();
  await turn.stop();
});

/**
 * A router that translates addresses: what reaches its port goes on from another one, as from a home network. Returns
 * the two ports.
 */
async function translate(t: { to: number }): Promise<{ inside: number; outside: number; close: () => void }> {
  const [inner, outer] = [createSocket('udp4'), createSocket('udp4')];
  let home = { address: '127.0.0.1', port: 0 };
  inner.on('message', (packet, from) => {
    home = from;
    outer.send(packet, t.to, '127.0.0.1');
  });
  outer.on('message', (packet) => inner.send(packet, home.port, home.address));
  for (const socket of [inner, outer]) {
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
  }
  const close = (): void => [inner, outer].forEach((socket) => socket.close());
  return { inside: inner.address().port, outside: outer.address().port, close };
}

test('a browser finds its public address by the STUN of the server', async ({ browser }) => {
  const port = await findFreePort(20_100 + Math.floor(Math.random() * 8_000));
  const address = { host: '127.0.0.1', port, url: null };
  const log = { warn: () => undefined, info: () => undefined };
  const server = createStunServer({ address, mayAnswer: () => true, log });
  await server.start();
  const router = await translate({ to: port });
  const page = await browser.newPage();
  await page.goto(stack.url);
  const found = await page.evaluate(async (url) => {
    const connection = new RTCPeerConnection({ iceServers: [{ urls: url }] });
    const candidate = new Promise<RTCIceCandidate | null>((resolve) =>
      connection.addEventListener('icecandidate', ({ candidate: one }) => {
        if (!one || one.type === 'srflx') resolve(one);
      }),
    );
    connection.createDataChannel('any');
    await connection.setLocalDescription();
    const one = await candidate;
    connection.close();
    return { address: one?.address, port: one?.port };
  }, `stun:127.0.0.1:${router.inside}`);
  expect(found).toEqual({ address: '127.0.0.1', port: router.outside });
  await page.close();
  router.close();
  await server.stop();
});

/** Two members who have confirmed their addresses, without which they have no relay. */
async function openConfirmed(browser: Browser): ReturnType<typeof openPair> {
  const pair = await openPair(browser, stack);
  await stack.sql('update users set email_verified_at = now()', []);
  return pair;
}

/** Gathers candidates of a relay, and returns how many there are and the codes of the errors (RFC 8489, 14.8). */
function gather(page: Page, iceServers: IceServersView['iceServers']): Promise<{ relayed: number; codes: number[] }> {
  return page.evaluate(async (servers) => {
    const connection = new RTCPeerConnection({ iceServers: servers, iceTransportPolicy: 'relay' });
    const codes = new Set<number>();
    let relayed = 0;
    connection.addEventListener('icecandidateerror', ({ errorCode }) => codes.add(errorCode));
    const done = new Promise<void>((resolve) =>
      connection.addEventListener('icecandidate', ({ candidate }) => {
        if (!candidate) return resolve();
        relayed += candidate.type === 'relay' ? 1 : 0;
      }),
    );
    connection.createDataChannel('any');
    await connection.setLocalDescription();
    await done;
    connection.close();
    return { relayed, codes: [...codes] };
  }, iceServers);
}

test('a member who always relays calls shows their address to no one', async ({ browser }) => {
  const { ana, ben } = await openConfirmed(browser);
  await ana.page.goto(`${stack.url}/settings#privacy`);
  const isRelayed = ana.page.getByRole('switch', { name: 'Always relay calls' });
  await isRelayed.click();
  await expect(isRelayed).toBeChecked();
  // The switch changes before the server has stored it.
  await expect
    .poll(() => stack.sql('select always_relay from privacy_settings where user_id = $1', [ana.id]))
    .toEqual([{ always_relay: true }]);
  for (const { page } of [ana, ben]) await keepConnections(page);
  await openLive(ben.page, `${stack.url}/home`);
  await openLive(ana.page, `${stack.url}/chat?with=${ben.id}`);

  await ana.page.getByRole('button', { name: 'Video call' }).click();
  await cardOf(ben.page).getByRole('button', { name: 'Answer', exact: true }).click();
  for (const [page, name] of [
    [ana.page, 'Ben Adu'],
    [ben.page, 'Ana Ruiz'],
  ] as const) {
    await see(page, name);
    await hear(page, name);
    await expect.poll(() => selectedPair(page)).toBe('relay/relay');
    await expect(callWith(page, name).getByText('Relayed')).toBeVisible();
    // Not even the descriptions contain another address.
    const descriptions = await page.evaluate(() =>
      globalThis.window.connections.flatMap((one) => [one.localDescription?.sdp, one.remoteDescription?.sdp]).join(''),
    );
    expect(descriptions).toContain(' typ relay');
    expect(descriptions).not.toMatch(/ typ (host|srflx|prflx)/);
  }
  // The call outlives its credentials: a restart of ICE uses new ones.
  const names = (): string[] => [...new Set(turn.log().match(/user <\d+:[\w-]+>(?=.*ALLOCATE processed, success)/g))];
  const before = names();
  expect(before.length).toBeGreaterThan(1);
  const end = Math.max(...before.map((name) => Number(/\d+/.exec(name)?.[0]))) * 1_000;
  await expect.poll(() => Date.now(), { timeout: (CREDENTIAL_SECONDS + 5) * 1_000 }).toBeGreaterThan(end);
  await ana.page.evaluate(() => globalThis.window.dispatchEvent(new Event('online')));
  await expect.poll(() => names().length, { timeout: 20_000 }).toBeGreaterThan(before.length);
  await see(ana.page, 'Ben Adu');
  await see(ben.page, 'Ana Ruiz');
  expect(await selectedPair(ana.page)).toBe('relay/relay');
});

/** Whether each connection of a page has all its candidates. */
function gatheringStates(page: Page): Promise<string[]> {
  return page.evaluate(() => globalThis.window.connections.map((one) => one.iceGatheringState));
}

test('a call that rings on three devices stays within what coturn gives a member', async ({ browser }) => {
  const { ana, ben } = await openConfirmed(browser);
  const devices = [ben.page, await openDevice(browser, stack, ben), await openDevice(browser, stack, ben)];
  for (const page of [ana.page, ...devices]) await keepConnections(page);
  await openLive(ana.page, `${stack.url}/chat?with=${ben.id}`);
  for (const page of devices) await openLive(page, `${stack.url}/home`);
  const before = turn.log().length;
  await ana.page.getByRole('button', { name: 'Video call' }).click();
  for (const page of devices) await expect(cardOf(page)).toBeVisible();
  // All six ends have received what they asked of the relay: the caller's too, which collects candidates in advance.
  for (const [page, count] of [[ana.page, 3], ...devices.map((one) => [one, 1] as const)] as const)
    await expect.poll(() => gatheringStates(page)).toEqual(Array.from({ length: count }, () => 'complete'));
  expect(
    turn
      .log()
      .slice(before)
      .match(/ALLOCATE processed, success/g)?.length,
  ).toBeGreaterThanOrEqual(6);
  const [, , last] = devices;
  if (!last) throw new Error('There is no third device.');
  await cardOf(last).getByRole('button', { name: 'Answer', exact: true }).click();
  await see(ana.page, 'Ben Adu');
  await see(last, 'Ana Ruiz');
  expect(turn.log().slice(before)).not.toMatch(/error 486|Quota Reached/);
});

test('coturn relays UDP only', async () => {
  const [, port = ''] = /:(\d+)/.exec(turn.urls.replace('turn:', '')) ?? [];
  const given = ['-u', 'ana', '-W', SECRET, '-p', port, '-n', '1', '-c'];
  const run = (...options: string[]) =>
    promisify(execFile)('turnutils_uclient', [...given, ...options, '127.0.0.1']).then(
      ({ stdout }) => stdout,
      (error: unknown) => String((error as { stdout?: string }).stdout),
    );
  expect(await run('-y')).toContain('Total lost packets 0');
  expect(await run('-T')).toMatch(/error 442/);
});

test('coturn refuses credentials that are wrong or have expired', async ({ browser }) => {
  const { ana } = await openPair(browser, stack);
  const response = await ana.context.request.get(`${stack.url}/api/ice-servers`);
  // Without a call there are no credentials.
  expect(await response.json()).toEqual({ iceServers: [], expiresAt: null, hasRelay: true });
  const sign = (name: string): string => createHmac('sha1', SECRET).update(name).digest('base64');
  const current = `${Math.floor(Date.now() / 1_000) + 60}:${ana.id}`;
  const relay = { urls: turn.urls.split(','), username: current, credential: sign(current) };
  expect((await gather(ana.page, [relay])).relayed).toBeGreaterThan(0);
  const wrong = { ...relay, credential: Buffer.from('x'.repeat(20)).toString('base64') };
  expect(await gather(ana.page, [wrong])).toEqual({ relayed: 0, codes: [401] });
  const username = `${Math.floor(Date.now() / 1_000) - 60}:${ana.id}`;
  expect(await gather(ana.page, [{ ...relay, username, credential: sign(username) }])).toEqual({
    relayed: 0,
    codes: [401],
  });
});
