import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { WEB_DIR } from '../../tools/bundles.ts';

/** JavaScript that a page loads before it is shown, at most, in bytes after gzip. */
const BUDGETS: [page: string, modules: string[], maxBytes: number][] = [
  ['landing', ['LandingScreen'], 150_000],
  ['sign-in', ['AuthScreen'], 150_000],
  ['Home', ['SignedInApp', 'HomeScreen'], 220_000],
];

const FOLDER = join(WEB_DIR, 'assets');
const filesIn = (text: string): string[] =>
  [...text.matchAll(/(?:from|import|src=|href=)\s*"[^"]*?([^"/]+\.js)"/g)].map((match) => match[1] ?? '');

/** The code of a file of the build, which is in `assets` unless it has a fixed name. */
function read(file: string): Buffer {
  const path = join(FOLDER, file);
  return readFileSync(existsSync(path) ? path : join(WEB_DIR, file));
}

/** What a module needs before it runs, itself included. */
function withImports(files: string[], found = new Set<string>()): Set<string> {
  for (const file of files) {
    if (found.has(file)) continue;
    found.add(file);
    withImports(
      filesIn(read(file).toString()).map((name) => basename(name)),
      found,
    );
  }
  return found;
}

for (const [page, modules, maxBytes] of BUDGETS) {
  test(`${page} starts with at most ${maxBytes / 1_000} kB of JavaScript`, () => {
    const files = readdirSync(FOLDER).filter((file) => file.endsWith('.js'));
    const own = modules.flatMap((name) => files.find((file) => file.startsWith(`${name}-`)) ?? []);
    expect(own).toHaveLength(modules.length);
    const loaded = [...withImports([...filesIn(readFileSync(join(WEB_DIR, 'index.html'), 'utf8')), ...own])];
    expect(loaded.length).toBeGreaterThan(own.length + 1);
    const bytes = loaded.reduce((sum, file) => sum + gzipSync(read(file)).length, 0);
    expect(bytes, `${page} loads ${loaded.join(', ')}`).toBeLessThanOrEqual(maxBytes);
  });
}

test('no file of the build imports itself through others', () => {
  const circles: string[][] = [];
  const done = new Set<string>();
  const follow = (file: string, path: string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file]);
    if (path.includes(file) || done.has(file)) return;
    for (const imported of filesIn(read(file).toString())) follow(imported, [...path, file]);
    done.add(file);
  };
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.js'))) follow(file, []);
  expect(done.size).toBeGreaterThan(100);
  expect(circles).toEqual([]);
});
