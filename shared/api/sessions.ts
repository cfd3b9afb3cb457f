import { endpoint, endpoints } from './endpoint.ts';
import type { sessionSchemas } from './auth.schema.ts';

/** One session of the member. */
export interface SessionView {
  id: string;
  /** Browser and system in words: "Chrome on Windows"; "Unknown device" without a known user agent. */
  device: string;
  ip: string | null;
  createdAt: string;
  lastSeenAt: string;
  isCurrent: boolean;
}

/** The member's sessions and password. */
export const sessionEndpoints = endpoints<typeof sessionSchemas>()({
  listSessions: endpoint<SessionView[]>()({
    method: 'GET',
    path: '/api/sessions',
    who: 'signedIn',
  }),
  /** Signs every other device out. */
  revokeOtherSessions: endpoint<void>()({
    method: 'DELETE',
    path: '/api/sessions',
    who: 'signedIn',
  }),
  revokeSession: endpoint<void>()({
    method: 'DELETE',
    path: '/api/sessions/:id',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
    endsSession: true,
  }),
  /** Signs every other device out as well. */
  changePassword: endpoint<void>()({
    method: 'POST',
    path: '/api/password/change',
    who: 'signedIn',
  }),
});
