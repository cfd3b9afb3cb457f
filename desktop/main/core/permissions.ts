import { isAppUrl } from './navigation.ts';

/** A page's wish. */
export interface PermissionRequest {
  permission: string;
  /** Address of the page or frame that asks. */
  url: string;
  isMainFrame: boolean;
}

/** What a page of the app may do unasked: copy a link, fill the screen. Unknown names are refused. */
const ALLOWED = new Set(['clipboard-sanitized-write', 'fullscreen']);

/** Decides about a wish: only the app's own main frame, only what is listed. */
export function isPermitted({ permission, url, isMainFrame }: PermissionRequest): boolean {
  return isMainFrame && isAppUrl(url) && ALLOWED.has(permission);
}
