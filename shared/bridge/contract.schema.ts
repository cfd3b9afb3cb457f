import type * as z from 'zod/mini';
import { accountArguments } from './accounts.schema.ts';
import { callArguments } from './calls.schema.ts';
import type { BridgeCall } from './contract.ts';
import { desktopArguments } from './desktop.schema.ts';
import { diagnosticsArguments } from './diagnostics.schema.ts';
import { downloadsArguments } from './downloads.schema.ts';
import { linkArguments } from './links.schema.ts';
import { liveArguments } from './live.schema.ts';
import { mediaArguments } from './media.schema.ts';
import { networkArguments } from './network.schema.ts';
import { offlineArguments } from './offline.schema.ts';
import { policyArguments } from './policy.schema.ts';
import { shellArguments } from './shell.schema.ts';
import { updatesArguments } from './updates.schema.ts';

/** Arguments of every call, checked in main before anything runs. */
export const bridgeArguments = {
  ...accountArguments,
  ...callArguments,
  ...desktopArguments,
  ...diagnosticsArguments,
  ...downloadsArguments,
  ...linkArguments,
  ...liveArguments,
  ...mediaArguments,
  ...networkArguments,
  ...offlineArguments,
  ...policyArguments,
  ...shellArguments,
  ...updatesArguments,
} as const satisfies Record<BridgeCall, z.ZodMiniType>;
