import { endpoint, endpoints } from './endpoint.ts';
import type { twoFactorSchemas } from './account.schema.ts';

/** The key of an authenticator app, as text (base32) and as a URI for a QR code. */
export interface TwoFactorSetup {
  secret: string;
  uri: string;
}

/** Recovery codes; each works once. They are shown only in this response. */
export interface RecoveryCodes {
  recoveryCodes: string[];
}

/** Two-factor sign-in. */
export const twoFactorEndpoints = endpoints<typeof twoFactorSchemas>()({
  /** Creates a key; sign-in requires no code until it is enabled. */
  setUpTwoFactor: endpoint<TwoFactorSetup>()({
    method: 'POST',
    path: '/api/two-factor/setup',
    who: 'signedIn',
    hasSecret: true,
    isBeforeTwoFactor: true,
    errors: ['EXISTS'],
  }),
  enableTwoFactor: endpoint<RecoveryCodes>()({
    method: 'POST',
    path: '/api/two-factor/enable',
    who: 'signedIn',
    hasSecret: true,
    isBeforeTwoFactor: true,
    errors: ['EXISTS'],
  }),
  disableTwoFactor: endpoint<void>()({
    method: 'POST',
    path: '/api/two-factor/disable',
    who: 'signedIn',
  }),
  /** Replaces the recovery codes. */
  renewRecoveryCodes: endpoint<RecoveryCodes>()({
    method: 'POST',
    path: '/api/two-factor/recovery-codes',
    who: 'signedIn',
    hasSecret: true,
    errors: ['NOT_FOUND'],
  }),
});
