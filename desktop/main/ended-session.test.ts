import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProfile, startMain, type RunningMain } from '../testing/composition.ts';
import { createTestKeychain } from '../testing/keychain.ts';
import { startRecordingServer, type RecordingServer } from '../testing/recording-server.ts';

const ANA = { id: '00000000-0000-4000-8000-00000000000a', fullName: 'Ana Ruiz', profileImage: null };
const BEN = { id: '00000000-0000-4000-8000-00000000000b', fullName: 'Ben Okri', profileImage: null };
const DRAFT = { [`draft:${ANA.id}:post`]: 'Half a thought' };
const MESSAGE = { [`unsent:${ANA.id}:1`]: '{"text":"At ten?"}' };

let server: RecordingServer;
let profile: ReturnType<typeof createProfile>;
let keychain: ReturnType<typeof createTestKeychain>;
let main: RunningMain | undefined;

beforeEach(async () => {
  server = await startRecordingServer();
  profile = createProfile({ serverUrl: server.url });
  keychain = createTestKeychain();
});
afterEach(async () => {
  main?.electron.app.exit();
  main = undefined;
  await server.close();
  profile.remove();
});

/** Starts main again, as after a crash. */
async function start(): Promise<RunningMain> {
  main?.electron.app.exit();
  main = await startMain(profile.folder, { keychain: keychain.keychain });
  await main.opened();
  return main;
}

/** Signs in in the account that the window shows; its Electron session is the one of that number in this run. */
async function signIn({ call, electron }: RunningMain, user: typeof ANA, partition = 'account'): Promise<void> {
  const { cookies } = electron.session.fromPartition(partition);
  const expirationDate = Math.round(Date.now() / 1_000) + 3_600;
  await cookies.set({ url: server.url, name: 'sid', value: `of-${user.fullName}`, expirationDate });
  await call('setAccountUser', user);
}

const sessionsStored = (): (string | undefined)[] =>
  [...keychain.entries.values()].map((secret) => (JSON.parse(secret) as { value?: string }).value);

describe('the unsent texts of a member whose session has ended', () => {
  beforeEach(async () => {
    const running = await start();
    await signIn(running, ANA);
    await running.call('storeUnsentTexts', { ...DRAFT, ...MESSAGE });
    await running.call('forgetSession', 'session');
    await running.call('setAccountUser', null);
    expect(sessionsStored()).toEqual([undefined]);
  });

  it('are there after the member has signed in again, in the same run and the next', async () => {
    const first = main as RunningMain;
    // The page of the visitor still has them.
    await first.call('storeUnsentTexts', { ...DRAFT, ...MESSAGE });
    await signIn(first, ANA);
    expect(await first.call('loadUnsentTexts')).toEqual({ ...DRAFT, ...MESSAGE });
    const second = await start();
    expect(await second.call('loadUnsentTexts')).toEqual({ ...DRAFT, ...MESSAGE });
  });

  it('are there when the member signs in after a restart, and are stored once', async () => {
    const running = await start();
    expect(await running.call('listAccounts')).toEqual([]);
    expect(await running.call('loadUnsentTexts')).toEqual({});
    await signIn(running, ANA);
    // The page stores what it has before it loads the texts.
    await running.call('storeUnsentTexts', { [`draft:${ANA.id}:chat`]: 'New' });
    expect(await running.call('loadUnsentTexts')).toEqual({ ...DRAFT, ...MESSAGE, [`draft:${ANA.id}:chat`]: 'New' });
    expect(sessionsStored()).toEqual(['of-Ana Ruiz']);
    await running.call('storeUnsentTexts', DRAFT);
    const next = await start();
    expect(await next.call('loadUnsentTexts')).toEqual(DRAFT);
  });

  it('stay for the member while another one uses the computer after a restart', async () => {
    const other = await start();
    await signIn(other, BEN);
    expect(await other.call('loadUnsentTexts')).toEqual({});
    await other.call('forgetSession', 'everything');
    await other.call('setAccountUser', null);
    const running = await start();
    await signIn(running, ANA);
    expect(await running.call('loadUnsentTexts')).toEqual({ ...DRAFT, ...MESSAGE });
  });

  it('are removed when another member signs in in the same account', async () => {
    await signIn(main as RunningMain, BEN);
    await signIn(await start(), BEN);
    expect(await (main as RunningMain).call('loadUnsentTexts')).toEqual({});
    expect(sessionsStored()).toEqual(['of-Ben Okri']);
  });

  it('are removed when another server is chosen', async () => {
    const other = await startRecordingServer();
    const running = await start();
    expect(await running.call('setServer', other.url)).toMatchObject({ ok: true });
    expect(keychain.entries.size).toBe(0);
    await other.close();
  });

  it('are removed when the member signs out after they have signed in again', async () => {
    const running = await start();
    await signIn(running, ANA);
    await running.call('forgetSession', 'stored');
    await running.call('setAccountUser', null);
    await running.call('forgetSession', 'everything');
    expect(keychain.entries.size).toBe(0);
    await signIn(await start(), ANA);
    expect(await (main as RunningMain).call('loadUnsentTexts')).toEqual({});
  });
});

it('moves the texts of a member who signs in a second time to the account that the window shows', async () => {
  const running = await start();
  await signIn(running, ANA);
  await running.call('storeUnsentTexts', DRAFT);
  await running.call('addAccount');
  await signIn(running, ANA, 'account-2');
  expect(await running.call('loadUnsentTexts')).toEqual(DRAFT);
  expect((await running.call('listAccounts')).map(({ fullName }) => fullName)).toEqual(['Ana Ruiz']);
  await expect.poll(server.signedOut).toEqual(['sid=of-Ana Ruiz']);
});
