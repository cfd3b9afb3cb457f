import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isMissing } from '../testing/programs.ts';
import { EICAR, findScannerGap } from './scanner-check.ts';
import { createScanner, type Scanner } from './scanner.ts';

const MAX_BYTES = 10 * 1024 * 1024;

describe.skipIf(isMissing('clamd'))('ClamAV (needs clamd)', () => {
  let folder: string;
  let clamd: ChildProcess | undefined;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lyceum-clamd-'));
  });
  afterEach(async () => {
    if (clamd?.exitCode === null) {
      clamd.kill();
      await once(clamd, 'exit');
    }
    rmSync(folder, { recursive: true });
  });

  /** Starts a daemon with one signature. */
  async function start(settings: readonly string[], signed = EICAR): Promise<Scanner> {
    const socket = join(folder, 'clamd.ctl');
    mkdirSync(join(folder, 'signatures'));
    writeFileSync(join(folder, 'signatures', 'test.ndb'), `Test:0:*:${Buffer.from(signed).toString('hex')}\n`);
    const lines = [`LocalSocket ${socket}`, `DatabaseDirectory ${join(folder, 'signatures')}`, 'Foreground yes'];
    writeFileSync(join(folder, 'clamd.conf'), [...lines, ...settings, ''].join('\n'));
    clamd = spawn('clamd', ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' });
    const scanner = createScanner(`unix:${socket}`);
    if (!scanner) throw new Error('There is an address.');
    await vi.waitFor(() => scanner.scan(Buffer.from('clean')), { interval: 100 });
    return scanner;
  }

  it('passes large files as clean when only the stream may be long', async () => {
    const scanner = await start(['StreamMaxLength 10M', 'MaxFileSize 5M', 'MaxScanSize 10M']);
    expect(await findScannerGap(scanner, MAX_BYTES)).toMatch(/^CLAMD passes large files without scanning them/);
  });

  it('cannot scan large files when the stream may not be long', async () => {
    const scanner = await start(['StreamMaxLength 5M']);
    expect(await findScannerGap(scanner, MAX_BYTES)).toMatch(/^CLAMD cannot scan files of 10 MB/);
  });

  it('has no gap with the settings of the documentation', async () => {
    const limits = ['StreamMaxLength 10M', 'MaxFileSize 10M', 'MaxScanSize 40M', 'AlertExceedsMax yes'];
    expect(await findScannerGap(await start(limits), MAX_BYTES)).toBeNull();
  });

  it('is reported when it does not know the test file', async () => {
    expect(await findScannerGap(await start([], 'another signature'), MAX_BYTES)).toMatch(/does not detect the EICAR/);
  });
});
