import type * as z from 'zod/mini';
import { accountArguments } from './accounts.schema.ts';
import type { BridgeCall } from './contract.ts';
import { linkArguments } from './links.schema.ts';
import { liveArguments } from './live.schema.ts';
import { networkArguments } from './network.schema.ts';
import { shellArguments } from './shell.schema.ts';

/** Arguments of every call, checked in main before anything runs. */
export const bridgeArguments = {
  ...shellArguments,
  ...liveArguments,
  ...networkArguments,
  ...linkArguments,
  ...accountArguments,
} as const satisfies Record<BridgeCall, z.ZodMiniType>;
