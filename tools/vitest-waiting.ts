import { vi } from 'vitest';

/** How long a test waits for a condition before it fails, in milliseconds; where all is well, it waits far less. */
export const WAIT_MAX_MS = 30_000;

// The default of a second is too short for a busy machine. Unlike that of expect.poll, it has no setting.
const waitFor = vi.waitFor.bind(vi);
vi.waitFor = (condition, options) =>
  waitFor(condition, typeof options === 'number' ? options : { timeout: WAIT_MAX_MS, ...options });
