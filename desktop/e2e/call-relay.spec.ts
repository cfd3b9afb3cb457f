import { createHmac } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { Page } from '@playwright/test';
import type { IceServersView } from '../../shared/api/calls.ts';
import { createStunServer } from '../../backend/gateways/stun-server.ts';
import { isMissing } from '../../backend/testing/programs.ts';
import { findFreePort } from '../../tools/postgres.ts';
import { startTurnServer, type TurnServer } from '../testing/calls/turn-server.ts';
import { callWith, cardOf, hear, keepConnections, openLive, openPair, see, selectedPair } from './call-steps.ts';
import { expect, test } from './fixtures.ts';
import { startStack, type Stack } from './stack.ts';

const SECRET = 'a secret of the test that coturn shares';
test.skip(isMissing('turnserver'), 'coturn is not installed');

let turn: TurnServer;
let stack: Stack;
test.beforeAll(async () => {
  turn = await startTurnServer(SECRET);
  stack = await startStack({ settings: { TURN_URLS: turn.urls, TURN_SECRET: SECRET } });
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
  const { ana, ben } = await openPair(browser, stack);
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
  await expect.poll(() => turn.log()).toMatch(/ALLOCATE processed, success/);
});

test('coturn refuses credentials that are wrong or have expired', async ({ browser }) => {
  const { ana } = await openPair(browser, stack);
  const response = await ana.context.request.get(`${stack.url}/api/ice-servers`);
  const { iceServers, hasRelay } = (await response.json()) as IceServersView;
  expect(hasRelay).toBe(true);
  const [relay] = iceServers;
  if (relay?.username === undefined) throw new Error('There is no relay.');
  expect((await gather(ana.page, [relay])).relayed).toBeGreaterThan(0);
  const wrong = { ...relay, credential: Buffer.from('x'.repeat(20)).toString('base64') };
  expect(await gather(ana.page, [wrong])).toEqual({ relayed: 0, codes: [401] });
  const username = `${Math.floor(Date.now() / 1_000) - 60}:${ana.id}`;
  const credential = createHmac('sha1', SECRET).update(username).digest('base64');
  expect(await gather(ana.page, [{ ...relay, username, credential }])).toEqual({ relayed: 0, codes: [401] });
});
