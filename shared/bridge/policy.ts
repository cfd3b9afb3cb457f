import type { BridgeTable, EventTable } from './page.ts';

/** The value of each policy key; the keys are described in `desktop/main/core/policy-keys.ts` and docs/policies.md. */
export interface PolicyValues {
  /** Origin of the server; null when the member chooses it. */
  serverUrl: string | null;
  /** Origins that may be chosen; empty for any. */
  allowedServers: readonly string[];
  sharedComputer: boolean;
  /** Minutes without input after which the member is signed out; 0 for never. */
  signOutOnIdleMinutes: number;
  signOutOnLock: boolean;
  autoStart: boolean;
  startHidden: boolean;
  closeBehaviour: 'tray' | 'quit';
  updates: 'automatic' | 'paused' | 'off';
  devTools: boolean;
  downloads: 'allow' | 'block';
  camera: 'ask' | 'allow' | 'block';
  microphone: 'ask' | 'allow' | 'block';
  screenShare: 'ask' | 'block';
  calls: boolean;
  notificationPreview: 'full' | 'sender' | 'none';
  /** `system`, `direct`, the address of a proxy, or `pac+` and the address of a PAC file. */
  proxy: string;
  /** Address of a folder with dictionaries; null for none. */
  spellcheckDictionaryUrl: string | null;
  advertisements: boolean;
  kioskFullscreen: boolean;
}

/** Name of a policy key. */
export type PolicyKey = keyof PolicyValues;

/** What a page knows of the policy. */
export interface PolicyView {
  values: PolicyValues;
  /** Keys that the institution has set so that the member cannot change them, in the order of the documentation. */
  managed: readonly PolicyKey[];
}

/** Calls about the policy: arguments and result of each. */
export interface PolicyCalls {
  /** Ends the countdown before an idle member is signed out. */
  staySignedIn: { args: []; result: void };
}

/** Events of the policy. */
export interface PolicyEvents {
  /** Sent each second before an idle member is signed out; null when the countdown has ended. */
  signOutCountdown: { secondsLeft: number | null };
}

/** The page that may make each call. */
export const POLICY_CALLS: BridgeTable<PolicyCalls> = { staySignedIn: 'app' };

/** The page that receives each event. */
export const POLICY_EVENTS: EventTable<PolicyEvents> = { signOutCountdown: 'app' };
