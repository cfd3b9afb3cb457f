import { MINUTE_MS, SECOND_MS } from '#shared/time.ts';

const MAX_CRASHES = 3;
const WINDOW_MS = 5 * MINUTE_MS;

/** What to do after a crash of the page. */
type AfterCrash = { kind: 'reload'; delayMs: number } | { kind: 'crash-page' };

/** Counts crashes of the page. Reloads after 0, 1 and 2 s; shows the crash page at the fourth crash in 5 minutes. */
export function createCrashGuard(now: () => number): () => AfterCrash {
  let crashes: number[] = [];
  return () => {
    crashes = [...crashes.filter((at) => now() - at < WINDOW_MS), now()];
    if (crashes.length > MAX_CRASHES) {
      crashes = [];
      return { kind: 'crash-page' };
    }
    return { kind: 'reload', delayMs: (crashes.length - 1) * SECOND_MS };
  };
}
