import type * as z from 'zod/mini';
import type { BridgeCall } from './contract.ts';
import { liveArguments } from './live.schema.ts';
import { policyArguments } from './policy.schema.ts';
import { shellArguments } from './shell.schema.ts';

/** Arguments of every call, checked in main before anything runs. */
export const bridgeArguments = { ...shellArguments, ...liveArguments, ...policyArguments } as const satisfies Record<
  BridgeCall,
  z.ZodMiniType
>;
