/** A page of the desktop client: `app` is the renderer's router, the others are small windows of their own. */
export type BridgePage = 'app' | 'callBox' | 'mediaPrompt';

/** Paths of the pages that are not the app's. */
export const PANEL_PATHS: Readonly<Record<Exclude<BridgePage, 'app'>, string>> = {
  callBox: '/panel/call-box',
  mediaPrompt: '/panel/media-prompt',
};

/** Returns the page at a path of the app's origin. */
export function findPage(pathname: string): BridgePage {
  if (pathname === PANEL_PATHS.callBox) return 'callBox';
  return pathname === PANEL_PATHS.mediaPrompt ? 'mediaPrompt' : 'app';
}

/** The page that may make each call of a module. */
export type BridgeTable<Calls> = { readonly [Name in keyof Calls]: BridgePage };

/** The page that receives each event of a module. */
export type EventTable<Events> = { readonly [Name in keyof Events]: BridgePage };
