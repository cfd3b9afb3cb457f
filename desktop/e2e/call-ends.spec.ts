import { chromium, type WebSocketRoute } from '@playwright/test';
import { CALL_LIMITS } from '../../shared/call-limits.ts';
import { findHeadlessBrowser } from '../../tools/chrome.ts';
import { CALL_ARGS, launchChrome } from './browser.ts';
import { callWith, cardOf, hear, openLive, openPair, recordToasts, rowOf, see } from './call-steps.ts';
import { expect, test } from './fixtures.ts';
import { connect, createPerson } from './people.ts';

const executablePath = findHeadlessBrowser();
/** The fingerprint of the key of a connection, in a description (RFC 8122, section 5). */
const FINGERPRINT = /(a=fingerprint:sha-256 )[\dA-F:]+/g;

test('a call that no one answers ends after 30 seconds', async ({ browser, stack }) => {
  const { ana, ben } = await openPair(browser, stack);
  const toasts = await Promise.all([ana.page, ben.page].map(recordToasts));
  await ana.page.getByRole('button', { name: 'Voice call' }).click();
  await expect(cardOf(ben.page)).toBeVisible();
  await expect.poll(() => toasts[0]?.()).toContain("No Answer / Ben Adu didn't answer the call");
  await expect(cardOf(ben.page)).toHaveCount(0);
  expect((await toasts[1]?.())?.filter((text) => text.startsWith('Call Ended'))).toEqual([]);
  await expect(rowOf(ana.page, 'Voice call, no answer')).toBeVisible();
});

test('two members who call each other are in one call, and a call that cannot connect ends', async ({
  browser,
  stack,
}) => {
  const { ana, ben } = await openPair(browser, stack);
  let socket: WebSocketRoute | undefined;
  let isLive = false;
  const send = (message: string): void => socket?.send(message);
  // What happens to what the server sends to Ben.
  let pass = send;
  await ben.page.routeWebSocket(/socket\.io/, (route) => {
    socket = route;
    route.connectToServer().onMessage((data) => {
      const message = data.toString();
      isLive ||= message.includes('"hello"');
      pass(message);
    });
  });
  await ben.page.goto(`${stack.url}/chat?with=${ana.id}`);
  await expect(ben.page.getByRole('button', { name: 'Video call' })).toBeVisible();
  await expect.poll(() => isLive).toBe(true);
  // It waits until he has called, too.
  const held: string[] = [];
  pass = (message) => void held.push(message);
  await ana.page.getByRole('button', { name: 'Video call' }).click();
  await expect(callWith(ana.page, 'Ben Adu')).toBeVisible();
  await ben.page.getByRole('button', { name: 'Video call' }).click();
  await expect(callWith(ben.page, 'Ana Ruiz')).toBeVisible();
  pass = send;
  held.splice(0).forEach(send);
  await see(ana.page, 'Ben Adu');
  await see(ben.page, 'Ana Ruiz');
  for (const { page } of [ana, ben]) await expect(cardOf(page)).toHaveCount(0);
  await callWith(ben.page, 'Ana Ruiz').getByRole('button', { name: 'Hang up' }).click();
  await expect(callWith(ana.page, 'Ben Adu')).toBeHidden();

  // Ben answers without the signals of Ana. Then her first one is no description, and the others are not her own.
  const toasts = await recordToasts(ben.page);
  pass = (message) => (message.includes('"call-signal"') ? void held.push(message) : send(message));
  await ana.page.getByRole('button', { name: 'Voice call' }).click();
  await cardOf(ben.page).getByRole('button', { name: 'Answer' }).click();
  await expect(callWith(ben.page, 'Ana Ruiz').getByText('Connecting...')).toBeAttached();
  await expect.poll(() => held.some((message) => message.includes('"offer"'))).toBe(true);
  const offer = held.find((message) => message.includes('"offer"')) ?? '';
  // Without its number, under which the next one would be a repeat that is not applied again.
  send(offer.replace(/"sdp":"[^"]*"(,"no":\d+)?/, '"sdp":"v=0"'));
  pass = (message) => send(message.replaceAll(FINGERPRINT, `$1${'00:'.repeat(31)}00`));
  held.splice(0).forEach(pass);
  await expect
    .poll(toasts)
    .toEqual(
      expect.arrayContaining([
        'Connection Error / Problem processing connection signal',
        'Call Error / There was a problem with the call connection. Trying to reconnect...',
        expect.stringMatching(/^Call Ended \/ The connection (could not be established|was lost)$/),
      ]),
    );
  for (const [page, name] of [
    [ana.page, 'Ben Adu'],
    [ben.page, 'Ana Ruiz'],
  ] as const)
    await expect(callWith(page, name)).toBeHidden();
});

test('a page that is loaded again comes back into its call, and one that is closed ends it', async ({
  browser,
  stack,
}) => {
  const { ana, ben } = await openPair(browser, stack);
  const sides = [
    [ben.page, 'Ana Ruiz', ana.page],
    [ana.page, 'Ben Adu', ben.page],
  ] as const;
  await ana.page.getByRole('button', { name: 'Video call' }).click();
  await cardOf(ben.page).getByRole('button', { name: 'Answer', exact: true }).click();
  for (const [page, name] of sides) await see(page, name);
  await callWith(ben.page, 'Ana Ruiz').getByRole('button', { name: 'Mute' }).click();
  // The callee, then the caller.
  for (const [page, , other] of sides) {
    const toasts = await recordToasts(other);
    await page.reload();
    await expect.poll(toasts).toContain('Connection Issue / Call connection unstable. Attempting to reconnect...');
    await expect.poll(toasts).toContain('Connected / Call connection established');
    for (const [each, name] of sides) await see(each, name);
    expect((await toasts()).filter((text) => text.startsWith('Call Ended'))).toEqual([]);
  }
  // As before it was loaded again.
  await expect(callWith(ana.page, 'Ben Adu').getByText('is muted')).toBeVisible();
  await callWith(ben.page, 'Ana Ruiz').getByRole('button', { name: 'Unmute' }).click();
  for (const [page, name] of sides) await hear(page, name);

  const toasts = await recordToasts(ana.page);
  await ben.page.close();
  await expect(callWith(ana.page, 'Ben Adu').getByText('Reconnecting...')).toBeAttached();
  await expect(callWith(ana.page, 'Ben Adu')).toBeHidden({ timeout: 2 * CALL_LIMITS.returnMs });
  expect(await toasts()).toContain('Call Ended / Ben Adu has ended the call');
  await expect(rowOf(ana.page, /^Video call, \d+:\d\d/)).toBeVisible();
});

test('the calls of a browser that is killed end', async ({ browser, stack }) => {
  const server = await chromium.launchServer({ ...(executablePath && { executablePath }), args: CALL_ARGS });
  const killed = await chromium.connect(server.wsEndpoint());
  const ben = await createPerson(browser, stack, { role: 'teacher', fullName: 'Ben Adu', path: null });
  const dan = await createPerson(browser, stack, { role: 'teacher', fullName: 'Dan Roth', path: null });
  for (const { page } of [ben, dan]) await openLive(page, `${stack.url}/home`);
  let toasts = (): Promise<string[]> => Promise.resolve([]);
  // The call that no one answers is the last one, because it ends by itself after a while.
  for (const [fullName, peer] of [
    ['Cat Lind', dan],
    ['Ana Ruiz', ben],
  ] as const) {
    const caller = await createPerson(killed, stack, { role: 'student', fullName, path: null });
    await caller.context.grantPermissions(['camera', 'microphone']);
    await connect(stack, caller, peer);
    await openLive(caller.page, `${stack.url}/profile/${peer.id}`);
    await caller.page.getByRole('button', { name: 'Voice call' }).click();
    await expect(cardOf(peer.page)).toBeVisible();
    if (peer === ben) continue;
    await cardOf(dan.page).getByRole('button', { name: 'Answer' }).click();
    await expect(callWith(dan.page, 'Cat Lind').getByText('Call in progress')).toBeAttached();
    toasts = await recordToasts(dan.page);
  }
  const killedAtMs = Date.now();
  await server.kill();
  await expect.poll(toasts).toContain('Connection Issue / Call connection unstable. Attempting to reconnect...');
  await expect(callWith(dan.page, 'Cat Lind').getByText('Reconnecting...')).toBeAttached();
  await expect(cardOf(ben.page)).toHaveCount(0);
  // Because of the caller's absence, before the time to answer is over.
  const readEnd = async () => {
    const [end] = await stack.sql<{ reason: string | null; atMs: number }>(
      `select end_reason as reason, extract(epoch from ended_at)::float8 * 1000 as "atMs" from calls
       where callee_id = $1`,
      [ben.id],
    );
    return end;
  };
  await expect.poll(async () => (await readEnd())?.reason).toBe('lost');
  expect(((await readEnd())?.atMs ?? 0) - killedAtMs).toBeGreaterThanOrEqual(CALL_LIMITS.graceMs);
  await expect(callWith(dan.page, 'Cat Lind')).toBeHidden();
  await expect.poll(toasts).toContain('Call Ended / The connection was lost');
});

test('a call ends when a side may not use its microphone', async ({ browser, stack }) => {
  // The headless shell has no permission that can be denied.
  const strict = await launchChrome(CALL_ARGS.filter((arg) => arg !== '--use-fake-ui-for-media-stream'));
  const ben = await createPerson(browser, stack, { role: 'teacher', fullName: 'Ben Adu', path: null });
  const ana = await createPerson(strict, stack, { role: 'student', fullName: 'Ana Ruiz', path: null });
  await ana.context.clearPermissions();
  // A permission that is granted denies all others.
  await ana.context.grantPermissions(['geolocation']);
  await connect(stack, ana, ben);
  await openLive(ben.page, `${stack.url}/home`);
  await openLive(ana.page, `${stack.url}/profile/${ben.id}`);
  let [ofAna, ofBen] = [await recordToasts(ana.page), await recordToasts(ben.page)];
  await ana.page.getByRole('button', { name: 'Voice call' }).click();
  await cardOf(ben.page).getByRole('button', { name: 'Answer' }).click();
  const failed = 'Media Access Error / Could not access your camera or microphone';
  await expect.poll(ofAna).toContain(failed);
  await expect.poll(ofBen).toContain('Call Ended / The caller has ended the call');
  expect(await ofBen()).not.toContain('Call Connected / Connected with Ana Ruiz');

  await openLive(ben.page, `${stack.url}/profile/${ana.id}`);
  await openLive(ana.page, `${stack.url}/profile/${ben.id}`);
  [ofAna, ofBen] = [await recordToasts(ana.page), await recordToasts(ben.page)];
  await ben.page.getByRole('button', { name: 'Voice call' }).click();
  await cardOf(ana.page).getByRole('button', { name: 'Answer' }).click();
  await expect.poll(ofAna).toContain(failed);
  await expect.poll(ofBen).toContain('Call Rejected / Ana Ruiz could not use camera or microphone');
  expect(await ofBen()).not.toContain('Call Connected / Connected with Ana Ruiz');
  await strict.close();
});
