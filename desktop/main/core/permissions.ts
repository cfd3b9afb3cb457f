import { isAppUrl } from './navigation.ts';

/** A permission that a page requests. */
interface PermissionRequest {
  permission: string;
  /** Address of the page or frame that requests it. */
  url: string;
  isMainFrame: boolean;
}

/** Permissions that are granted without a prompt; all others are denied. */
const ALLOWED = new Set(['clipboard-sanitized-write', 'fullscreen']);

/** True when the app's own main frame requests a listed permission. */
export function isPermitted({ permission, url, isMainFrame }: PermissionRequest): boolean {
  return isMainFrame && isAppUrl(url) && ALLOWED.has(permission);
}
