import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mountDisk } from './small-disk.ts';

it('fills a disk and empties it, or says why there is none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-disk-'));
  const disk = mountDisk(folder, 2);
  try {
    if (typeof disk === 'string') return expect(disk).toMatch(/Linux|cannot be mounted/);
    const write = (): void => writeFileSync(join(folder, 'file'), 'text');
    disk.fill();
    expect(write).toThrow(/ENOSPC/);
    disk.empty();
    expect(write).not.toThrow();
  } finally {
    if (typeof disk !== 'string') disk.remove();
    rmSync(folder, { recursive: true, force: true });
  }
});
