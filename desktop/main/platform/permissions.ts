import type { Session, WebContents } from 'electron';
import type { PagePermission } from '../core/capture.ts';
import { judgedUrl, type RequestingFrame } from '../core/permissions.ts';
import { windowPageOf } from './app-window.ts';

/** What a request or a check of Electron is decided by. */
export interface PermissionGuard {
  allowsRequest: (request: PagePermission) => boolean;
  allowsCheck: (request: PagePermission) => boolean;
  /** Returns the screen or window that the member shares; null for none. */
  pickScreen: () => Promise<Electron.DesktopCapturerSource | null>;
}

/** Details of a request or a check that the app uses; which are present depends on the permission. */
interface Details extends RequestingFrame {
  isMainFrame: boolean;
  mediaTypes?: readonly string[];
  mediaType?: string;
}

/**
 * Sets all handlers of a session for permissions: without the request or the check handler, Electron grants everything.
 * Capturing the screen is a request of its own since Electron 45 (electron#52824), before the choice of a source.
 */
export function guardPermissions(session: Session, guard: PermissionGuard): void {
  session.setPermissionRequestHandler((contents, permission, callback, details) =>
    callback(guard.allowsRequest(questionOf(contents, permission, details))),
  );
  session.setPermissionCheckHandler((contents, permission, origin, details) =>
    guard.allowsCheck(questionOf(contents, permission, { ...details, requestingUrl: details.requestingUrl ?? origin })),
  );
  session.setDisplayMediaRequestHandler(
    (_request, callback) =>
      // Streams without the video that was requested would make the callback throw in main (electron#45517).
      void guard.pickScreen().then(
        (source) => callback(source && { video: source }),
        () => callback(null),
      ),
    // Where the system has a picker, as macOS 15, it replaces the handler.
    { useSystemPicker: true },
  );
}

function questionOf(contents: WebContents | null, permission: string, details: Details): PagePermission {
  const { isMainFrame, mediaTypes, mediaType } = details;
  return {
    page: windowPageOf(contents),
    permission,
    url: judgedUrl(details),
    isMainFrame,
    mediaTypes: mediaTypes ?? (mediaType === undefined ? undefined : [mediaType]),
  };
}
