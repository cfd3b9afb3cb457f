import { MINUTE_MS } from '#shared/time.ts';

const MAX_CRASHES = 2;
const WINDOW_MS = 5 * MINUTE_MS;

/**
 * Decides whether the app restarts with software rendering after its graphics process has ended. Chromium starts that
 * process again by itself, which the member does not notice, so the first crash is only counted. At the second within
 * five minutes the app restarts, once: with software rendering it never does.
 */
export function createGpuGuard(
  isSoftwareRendering: boolean,
  now: () => number,
): (reason: string) => 'continue' | 'restart' {
  let crashes: number[] = [];
  let isRestarting = false;
  return (reason) => {
    if (isSoftwareRendering || isRestarting || reason === 'clean-exit' || reason === 'killed') return 'continue';
    crashes = [...crashes.filter((at) => now() - at < WINDOW_MS), now()];
    isRestarting = crashes.length >= MAX_CRASHES || reason === 'launch-failed';
    return isRestarting ? 'restart' : 'continue';
  };
}
