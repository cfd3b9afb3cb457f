import type * as z from 'zod/mini';
import { callArguments } from './calls.schema.ts';
import type { BridgeCall } from './contract.ts';
import { desktopArguments } from './desktop.schema.ts';
import { diagnosticsArguments } from './diagnostics.schema.ts';
import { downloadsArguments } from './downloads.schema.ts';
import { liveArguments } from './live.schema.ts';
import { mediaArguments } from './media.schema.ts';
import { offlineArguments } from './offline.schema.ts';
import { policyArguments } from './policy.schema.ts';
import { shellArguments } from './shell.schema.ts';
import { updatesArguments } from './updates.schema.ts';

/** Arguments of every call, checked in main before anything runs. */
export const bridgeArguments = {
  ...callArguments,
  ...desktopArguments,
  ...diagnosticsArguments,
  ...downloadsArguments,
  ...liveArguments,
  ...mediaArguments,
  ...offlineArguments,
  ...policyArguments,
  ...shellArguments,
  ...updatesArguments,
} as const satisfies Record<BridgeCall, z.ZodMiniType>;
