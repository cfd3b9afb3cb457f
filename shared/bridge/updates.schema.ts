import * as z from 'zod/mini';
import type { UpdatesCalls } from './updates.ts';

const none = z.tuple([]);

/** Arguments of the calls about updates of the client. */
export const updatesArguments = {
  getUpdateState: none,
  checkForUpdates: none,
  installUpdate: none,
} as const satisfies Record<keyof UpdatesCalls, z.ZodMiniType>;
