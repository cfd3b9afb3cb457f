import * as z from 'zod/mini';
import type { LinkCalls } from './links.ts';

/** Arguments of the calls about links. */
export const linkArguments = { takeLink: z.tuple([]) } as const satisfies Record<keyof LinkCalls, z.ZodMiniType>;
