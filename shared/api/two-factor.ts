import { endpoint } from './endpoint.ts';

/** What an authenticator app needs: the key as text (base32) and as an address for a QR code. */
export interface TwoFactorSetup {
  secret: string;
  uri: string;
}

/** Codes that stand in for the app, once each; shown this one time. */
export interface RecoveryCodes {
  recoveryCodes: string[];
}

/** Two-factor sign-in. Source: decision 26. */
export const twoFactorEndpoints = {
  /** Makes a key; nothing is asked for before `enable`. */
  setUpTwoFactor: endpoint<{ body: { password: string } }, TwoFactorSetup>({
    method: 'POST',
    path: '/api/two-factor/setup',
    who: 'signedIn',
    errors: ['EXISTS'],
  }),
  enableTwoFactor: endpoint<{ body: { code: string } }, RecoveryCodes>({
    method: 'POST',
    path: '/api/two-factor/enable',
    who: 'signedIn',
    errors: ['EXISTS'],
  }),
  disableTwoFactor: endpoint<{ body: { password: string } }, void>({
    method: 'POST',
    path: '/api/two-factor/disable',
    who: 'signedIn',
    errors: [],
  }),
  /** Replaces the recovery codes. */
  renewRecoveryCodes: endpoint<{ body: { password: string } }, RecoveryCodes>({
    method: 'POST',
    path: '/api/two-factor/recovery-codes',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
} as const;
