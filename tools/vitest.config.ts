import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const ROOT = join(import.meta.dirname, '..');

/** The time that `expect.poll` waits, in every project; see tools/vitest-waiting.ts. */
const WAITING = { expect: { poll: { timeout: 30_000 } } };
const WAITING_FILE = 'tools/vitest-waiting.ts';

/** Every suite that needs no browser: the backend on real Postgres, the shell, the tools, the renderer in happy-dom. */
export default defineConfig({
  root: ROOT,
  test: {
    // By default vitest leaves one core idle. Tests also wait, for Postgres and for time limits: on two cores, three
    // workers took 242 s and two 263 s.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        root: ROOT,
        test: {
          name: 'backend',
          include: ['backend/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tools/vitest-postgres.ts'],
          setupFiles: [WAITING_FILE, 'tools/vitest-backend.ts'],
          ...WAITING,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
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
        plugins: [react()],
        test: {
          name: 'renderer',
          include: ['desktop/renderer/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: [WAITING_FILE, 'tools/vitest-renderer.ts'],
          ...WAITING,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
