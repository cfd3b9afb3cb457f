import * as z from 'zod/mini';
import type { NetworkCalls } from './network.ts';

const CREDENTIAL_MAX_CHARS = 500;

const credential = z
  .string('A username and a password are texts.')
  .check(z.maxLength(CREDENTIAL_MAX_CHARS, 'The username or password is too long.'));

/** Arguments of the calls about the network. */
export const networkArguments = {
  getProxyChallenge: z.tuple([]),
  answerProxyChallenge: z.tuple([z.nullable(z.strictObject({ username: credential, password: credential }))]),
  retryNetwork: z.tuple([]),
} as const satisfies Record<keyof NetworkCalls, z.ZodMiniType>;
