import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const ROOT = join(import.meta.dirname, '..');

/** The time that `expect.poll` waits, in every project; see tools/vitest-waiting.ts. */
const WAITING = { expect: { poll: { timeout: 30_000 } } };
const WAITING_FILE = 'tools/vitest-waiting.ts';

/** Files that replace a module, or whose subject is the state of one; the others of the backend share the modules. */
const OWN_MODULES = [
  'backend/db/clock.test.ts',
  'backend/db/schema-state.test.ts',
  'backend/gateways/file-store.test.ts',
  'backend/jobs/search.job.test.ts',
];
/** Files of the renderer that replace a module, or whose subject is the state of one. */
const OWN_RENDERER_MODULES = [
  'desktop/renderer/app/convergence/convergence.test.tsx',
  'desktop/renderer/app/router.test.tsx',
  'desktop/renderer/app/shell/search-host.test.tsx',
  'desktop/renderer/features/advertisements/api/mutations.test.tsx',
  'desktop/renderer/features/comments/components/comments.test.tsx',
  'desktop/renderer/features/events/components/class-events.test.tsx',
  'desktop/renderer/features/moderation/components/report-dialog.test.tsx',
  'desktop/renderer/features/posts/components/{Feed,FeedPage,audience,posts}.test.tsx',
  'desktop/renderer/features/posts/api/new-posts.test.ts',
  'desktop/renderer/features/users/api/mutations.test.tsx',
  'desktop/renderer/features/users/components/creator-profile.test.tsx',
  'desktop/renderer/lib/live/use-rooms.test.tsx',
  'desktop/renderer/lib/page/{copy-link,page-title}.test.{ts,tsx}',
  'desktop/renderer/lib/storage/synced-draft.test.ts',
  'desktop/renderer/screens/library/authoring.test.tsx',
  'desktop/renderer/screens/settings/leaving.test.tsx',
];
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
