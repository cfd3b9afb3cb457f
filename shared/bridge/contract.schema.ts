import type * as z from 'zod/mini';
import type { BridgeCall } from './contract.ts';
import { desktopArguments } from './desktop.schema.ts';
import { diagnosticsArguments } from './diagnostics.schema.ts';
import { downloadsArguments } from './downloads.schema.ts';
import { liveArguments } from './live.schema.ts';
import { shellArguments } from './shell.schema.ts';

/** Arguments of every call, checked in main before anything runs. */
export const bridgeArguments = {
  ...shellArguments,
  ...liveArguments,
  ...desktopArguments,
  ...downloadsArguments,
  ...diagnosticsArguments,
} as const satisfies Record<BridgeCall, z.ZodMiniType>;
