import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createProfile, startMain } from '../testing/composition.ts';
import { createTestKeychain } from '../testing/keychain.ts';
import {
  createCertificate,
  isOpensslMissing,
  startRecordingServer,
  type RecordingServer,
} from '../testing/recording-server.ts';

const USER = { id: '00000000-0000-4000-8000-00000000000a', fullName: 'Ana Ruiz', profileImage: null };

let profile: ReturnType<typeof createProfile>;
let server: RecordingServer | undefined;

beforeEach(() => {
  profile = createProfile();
});
afterEach(async () => {
  setDefaultCACertificates(getCACertificates('bundled'));
  await server?.close();
  server = undefined;
  profile.remove();
});

/** Starts a server whose certificate it has signed itself. */
async function startServer({ isTrusted, ...how }: { name: string; days?: number; isTrusted: boolean }) {
  const certificate = createCertificate(profile.folder, how);
  if (isTrusted) setDefaultCACertificates([...getCACertificates('bundled'), certificate.cert]);
  server = await startRecordingServer(certificate);
  return server;
}

/** Starts main with an account of the server, as an earlier run has left it. */
async function startWithAccount(url: string) {
  const { keychain, entries } = createTestKeychain();
  const id = 'a'.repeat(16);
  const secret = { name: '__Host-sid', value: 'secret', user: USER, textsKey: 'k'.repeat(43) };
  entries.set(`Lyceum ${url}#${id}`, JSON.stringify(secret));
  profile.remove();
  profile = createProfile({ serverUrl: url, lastAccount: id });
  const main = await startMain(profile.folder, { keychain });
  await main.opened();
  return { ...main, entries };
}

it.skipIf(isOpensslMissing()).each([
  ['is not trusted', { name: 'IP:127.0.0.1', isTrusted: false }, 'UNTRUSTED'],
  ['belongs to another name', { name: 'DNS:lyceum.example', isTrusted: true }, 'WRONG_NAME'],
  ['has expired', { name: 'IP:127.0.0.1', days: -1, isTrusted: true }, 'OUT_OF_DATE'],
])('a server whose certificate %s receives nothing, and the page says why', async (_name, how, problem) => {
  const { url, requests } = await startServer(how);
  const { call, electron, entries } = await startWithAccount(url);
  const refused = { ok: false, problem, message: expect.stringContaining('refused and nothing was sent') };
  await call('connectLive', USER.id);
  // The offline screen and the screen that chooses a server ask the same.
  expect(await call('checkServer', url)).toEqual(refused);
  expect(await call('setServer', url)).toEqual(refused);
  const account = electron.session.fromPartition('account');
  expect((await account.protocol.ask(new Request('app://lyceum/api/user'))).type).toBe('error');
  expect(requests).toEqual([]);
  // It is no sign-out.
  expect(entries.size).toBe(1);
  electron.app.exit();
});

it.skipIf(isOpensslMissing())('a server with a trusted certificate is used', async () => {
  const { url, requests } = await startServer({ name: 'IP:127.0.0.1', isTrusted: true });
  const { call, electron } = await startWithAccount(url);
  expect(await call('checkServer', url)).toMatchObject({ ok: true });
  const account = electron.session.fromPartition('account');
  await account.protocol.ask(new Request('app://lyceum/api/user'));
  expect(requests).toContain('GET /api/user __Host-sid=secret');
  electron.app.exit();
});

it('no page and no argument of the start can accept a certificate', async () => {
  const lenient = ['ignore-certificate-errors', 'ignore-certificate-errors-spki-list', 'allow-insecure-localhost'];
  const { electron, warnings, opened } = await startMain(profile.folder, {
    prepare: ({ app }) => lenient.forEach((name) => app.commandLine.appendSwitch(name)),
  });
  expect([...electron.app.switches.keys()]).toEqual([]);
  await opened();
  let isPrevented = false;
  const answers: boolean[] = [];
  const event = { preventDefault: () => (isPrevented = true) };
  const answer = (isTrusted: boolean): void => void answers.push(isTrusted);
  electron.app.emit('certificate-error', event, null, 'https://a.example/x', 'net::ERR_CERT_DATE_INVALID', {}, answer);
  expect([isPrevented, answers]).toEqual([true, [false]]);
  expect(warnings).toContain('A certificate of a.example was refused: net::ERR_CERT_DATE_INVALID');
  electron.app.exit();
});
