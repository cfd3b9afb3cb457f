import * as z from 'zod/mini';
import type { PolicyCalls } from './policy.ts';

/** Arguments of the calls about the policy. */
export const policyArguments = { staySignedIn: z.tuple([]) } as const satisfies Record<
  keyof PolicyCalls,
  z.ZodMiniType
>;
