import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startFakeClamd, type FakeClamd } from '../testing/fake-clamd.ts';
import { findPort } from '../testing/ports.ts';
import { EICAR } from './scanner-check.ts';
import { createScanner, ScannerAwayError } from './scanner.ts';

let folder: string;
let clamd: FakeClamd | undefined;
const path = () => join(folder, 'clamd.ctl');
const scan = (source: Buffer | { path: string }) => createScanner(`unix:${path()}`)?.scan(source);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lyceum-clamd-'));
});
afterEach(async () => {
  await clamd?.close();
  clamd = undefined;
  rmSync(folder, { recursive: true });
});

it('is none without an address', () => {
  expect(createScanner(undefined)).toBeNull();
});

it('sends every byte of a buffer and of a file, and returns the malware', async () => {
  clamd = await startFakeClamd(path());
  const large = randomBytes(3 * 1024 * 1024);
  writeFileSync(join(folder, 'large'), large);
  expect(await scan(large)).toBeNull();
  expect(await scan({ path: join(folder, 'large') })).toBeNull();
  expect(clamd.seen.map((bytes) => bytes.equals(large))).toEqual([true, true]);
  expect(await scan(Buffer.from(EICAR))).toBe('Eicar-Test-Signature');
});

it.each(['127.0.0.1', '[::1]'])('uses a daemon on another machine at %s', async (host) => {
  const port = await findPort();
  clamd = await startFakeClamd(port, { host: host.replace(/[[\]]/g, '') });
  expect(await createScanner(`tcp://${host}:${port}`)?.scan(Buffer.from(EICAR))).toBe('Eicar-Test-Signature');
});

it.each(['stream: something ERROR', '', 'UNKNOWN COMMAND', 'stream: OK, or so'])(
  'gives no verdict for the response %j',
  async (response) => {
    clamd = await startFakeClamd(path(), { response });
    await expect(scan(Buffer.from('bytes'))).rejects.toBeInstanceOf(ScannerAwayError);
  },
);

it('returns no verdict when the daemon is unreachable or disconnects', async () => {
  await expect(scan(Buffer.from('bytes'))).rejects.toBeInstanceOf(ScannerAwayError);
  clamd = await startFakeClamd(path(), { maxBytes: 100_000 });
  await expect(scan(randomBytes(5 * 1024 * 1024))).rejects.toBeInstanceOf(ScannerAwayError);
});
