import type { BridgeTable, EventTable } from './page.ts';

/** What a `lyceum://` link opens. */
export interface AppLink {
  /** `call` asks whether to call the member; it never calls by itself. */
  kind: 'profile' | 'post' | 'course' | 'chat' | 'call';
  /** Id of the member, post or course. */
  id: string;
}

/** Calls about links that other programs open: arguments and result of each. */
export interface LinkCalls {
  /** Returns the link that was not opened yet, once; null when there is none. Called when a user is signed in. */
  takeLink: { args: []; result: AppLink | null };
}

/** Events about links. */
export interface LinkEvents {
  /** Another program opened a link, which the page takes when a user is signed in. */
  linkArrived: null;
}

/** The page that may make each call. */
export const LINK_CALLS: BridgeTable<LinkCalls> = { takeLink: 'app' };

/** The page that receives each event. */
export const LINK_EVENTS: EventTable<LinkEvents> = { linkArrived: 'app' };
