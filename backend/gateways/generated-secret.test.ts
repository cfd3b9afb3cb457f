import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadGeneratedSecret } from './generated-secret.ts';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'lyceum-secret-')), 'data');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const load = (secret: string) => loadGeneratedSecret(folder, 'some.key', () => secret);

it('creates a secret once, readable by its owner only, and leaves nothing else behind', () => {
  const first = 'a'.repeat(43);
  expect(load(first)).toBe(first);
  expect(load('b'.repeat(43))).toBe(first);
  expect(statSync(join(folder, 'some.key')).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['some.key']);
});

it.each(['', ' \n', 'short'])('refuses a file that holds %j instead of using it as a key', (content) => {
  load('a'.repeat(43));
  writeFileSync(join(folder, 'some.key'), content);
  expect(() => load('b'.repeat(43))).toThrow('some.key is empty or damaged');
});

it('replaces a draft that a crash left behind', () => {
  load('a'.repeat(43));
  rmSync(join(folder, 'some.key'));
  writeFileSync(join(folder, `some.key.${process.pid}.new`), 'half');
  expect(load('b'.repeat(43))).toBe('b'.repeat(43));
});
