import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from './testing/test-app.ts';
import { uploadBySession } from './testing/tus-client.ts';

const folders = ['files', 'uploads', 'mail'];
let app: TestApp;
let dataDir: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'lyceum-modes-'));
  for (const name of folders) {
    mkdirSync(join(dataDir, name));
    chmodSync(join(dataDir, name), 0o755);
  }
  app = await createTestApp({ dataDir });
});
afterAll(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true });
});

/** Returns the files and folders that another user of this machine could open. */
function listOpen(): string[] {
  return folders
    .flatMap((folder) => [
      join(dataDir, folder),
      ...readdirSync(join(dataDir, folder), { recursive: true }).map((name) => join(dataDir, folder, String(name))),
    ])
    .filter((path) => (statSync(path).mode & 0o077) !== 0)
    .map((path) => relative(dataDir, path));
}

it('stores files, unfinished uploads and emails for its own user alone, and closes the folders of an older release', async () => {
  const ana = app.visitor();
  const { email } = await ana.signUp('teacher');
  const stored = await uploadBySession(ana, Buffer.from('words'), { name: 'notes.txt' });
  expect(stored.status).toBe(201);
  const begun = await ana.post('/api/uploads/sessions', {
    body: { purpose: 'message-file', size: 10, name: 'later.txt' },
  });
  expect(begun.status).toBe(201);
  expect(email).toBeTruthy();
  await expect.poll(() => readdirSync(join(dataDir, 'mail')).length).toBeGreaterThan(0);
  expect(readdirSync(join(dataDir, 'uploads'))).not.toEqual([]);
  expect(listOpen()).toEqual([]);
});
