import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const ROOT = join(import.meta.dirname, '..');

/** The time that `expect.poll` waits, in every project; see tools/vitest-waiting.ts. */
const WAITING = { expect: { poll: { timeout: 30_000 } } };
const WAITING_FILE = 'tools/vitest-waiting.ts';

/**
 * Files that replace a module need modules of their own: where files share them, a replaced one may have been imported
 * before, or be left to the next file. The others listed here test the state of a module.
 */
const OWN_MODULES = [...findReplacing('backend/**/*.test.ts'), 'backend/db/clock.test.ts'];
const OWN_RENDERER_MODULES = [
  ...findReplacing('desktop/renderer/**/*.test.{ts,tsx}'),
  'desktop/renderer/lib/page/page-title.test.tsx',
];

function findReplacing(pattern: string): string[] {
  return globSync(pattern, { cwd: ROOT }).filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('vi.mock('));
}

const BACKEND = {
  environment: 'node' as const,
  globalSetup: ['tools/vitest-postgres.ts'],
  setupFiles: [WAITING_FILE, 'tools/vitest-backend.ts'],
  ...WAITING,
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

const RENDERER = {
  environment: 'happy-dom' as const,
  setupFiles: [WAITING_FILE, 'desktop/testing/vitest-renderer.ts'],
  ...WAITING,
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

/** Every suite that needs no browser: the backend on real Postgres, the shell, the tools, the renderer in happy-dom. */
export default defineConfig({
  root: ROOT,
  test: {
    // By default vitest leaves one core idle. Tests also wait, for Postgres and for time limits: on two cores, three
    // workers took 242 s and two 263 s; with four, requests waited too long for a connection to the database.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        root: ROOT,
        // When each file imported the backend again, the unit tests took 760 s of processor time, and 600 s since.
        test: { ...BACKEND, name: 'backend', include: ['backend/**/*.test.ts'], exclude: OWN_MODULES, isolate: false },
      },
      { root: ROOT, test: { ...BACKEND, name: 'backend modules', include: OWN_MODULES } },
      {
        root: ROOT,
        test: {
          name: 'shared',
          include: ['shared/**/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
          setupFiles: [WAITING_FILE],
          ...WAITING,
        },
      },
      {
        root: ROOT,
        test: {
          name: 'shell',
          include: ['desktop/main/**/*.test.ts', 'desktop/preload/**/*.test.ts', 'desktop/testing/**/*.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
          setupFiles: [WAITING_FILE],
          ...WAITING,
          // One hook builds the desktop client.
          hookTimeout: 120_000,
        },
      },
      {
        root: ROOT,
        test: {
          name: 'tools',
          include: ['tools/**/*.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        root: ROOT,
        // When each file built a page and imported the client again, these tests took 278 s of processor time, and
        // 160 s since, with those of the next project.
        test: {
          ...RENDERER,
          name: 'renderer',
          include: ['desktop/renderer/**/*.test.{ts,tsx}', 'desktop/testing/**/*.test.tsx'],
          exclude: OWN_RENDERER_MODULES,
          isolate: false,
        },
      },
      {
        root: ROOT,
        // Each file has modules and a page of its own, in a process that has loaded happy-dom once.
        test: { ...RENDERER, name: 'renderer modules', include: OWN_RENDERER_MODULES, pool: 'vmForks' },
      },
    ],
  },
});
