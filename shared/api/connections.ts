import { endpoint, endpoints } from './endpoint.ts';
import type { connectionSchemas } from './connections.schema.ts';
import type { UserCard } from './users.ts';

/** States of a request. */
type ConnectionState = 'pending' | 'accepted' | 'rejected';

/** A connection as pushed to both sides. */
export interface PublicConnectionView {
  id: string;
  /** The requester. */
  userId: string;
  connectedUserId: string;
  status: ConnectionState;
  note: string | null;
  createdAt: string;
  requester: UserCard;
  addressee: UserCard;
}

/** A connection as one side sees it. */
export interface ConnectionView {
  id: string;
  status: ConnectionState;
  /** `sent`: the viewer is the requester; `received`: the viewer is the addressee. */
  direction: 'sent' | 'received';
  note: string | null;
  createdAt: string;
  /** The other member. */
  user: UserCard;
  /** Number of shared connections. */
  mutualCount: number;
}

/** Numbers of the viewer's connections and requests; ignored requests do not count. */
export interface ConnectionCount {
  accepted: number;
  received: number;
  sent: number;
}

/** A reason for a suggestion, with the records on which it is based. */
export interface SuggestionReason {
  type: 'mutuals' | 'institution' | 'course' | 'event';
  label: string;
  /** Ids of users, courses or events, at most three; empty for an institution. */
  ids: string[];
}

/** A suggested member; there is always a reason. */
export interface SuggestionView {
  user: UserCard;
  mutualCount: number;
  reasons: SuggestionReason[];
}

/** Which of the viewer's connections a list shows: accepted ones, received requests, or sent requests. */
export type ConnectionList = 'accepted' | 'received' | 'sent';

/** Connections between members, newest first. */
export const connectionEndpoints = endpoints<typeof connectionSchemas>()({
  listConnections: endpoint<ConnectionView[]>()({
    method: 'GET',
    path: '/api/connections',
    who: 'member',
    isPage: true,
  }),
  countConnections: endpoint<ConnectionCount>()({
    method: 'GET',
    path: '/api/connections/count',
    who: 'member',
  }),
  /** 201 for a new request; 200 when there is a request in the other direction, which is accepted. */
  createConnection: endpoint<ConnectionView>()({
    method: 'POST',
    path: '/api/connections',
    who: 'member',
    errors: ['NOT_FOUND', 'EXISTS', 'COOLDOWN', 'NOT_CONNECTABLE', 'PENDING_LIMIT'],
    status: 201,
    limit: 'connectionRequests',
    untilConfirmed: 'counted',
  }),
  answerConnection: endpoint<ConnectionView>()({
    method: 'PATCH',
    path: '/api/connections/:id',
    who: 'member',
    errors: ['NOT_FOUND', 'NOT_ALLOWED', 'ALREADY_ANSWERED'],
  }),
  /** Ignores a request without notifying the requester. */
  ignoreConnection: endpoint<void>()({
    method: 'PUT',
    path: '/api/connections/:id/ignore',
    who: 'member',
    errors: ['NOT_FOUND', 'NOT_ALLOWED', 'ALREADY_ANSWERED'],
  }),
  /** Withdraws a request or ends a connection. */
  removeConnection: endpoint<void>()({
    method: 'DELETE',
    path: '/api/connections/:id',
    who: 'member',
    errors: ['NOT_FOUND'],
  }),
  listSuggestions: endpoint<SuggestionView[]>()({
    method: 'GET',
    path: '/api/connections/suggestions',
    who: 'member',
  }),
  dismissSuggestion: endpoint<void>()({
    method: 'PUT',
    path: '/api/connections/suggestions/:id/dismiss',
    who: 'member',
    errors: ['NOT_FOUND'],
  }),
  restoreSuggestion: endpoint<void>()({
    method: 'DELETE',
    path: '/api/connections/suggestions/:id/dismiss',
    who: 'member',
    errors: ['NOT_FOUND'],
  }),
  listMutual: endpoint<UserCard[]>()({
    method: 'GET',
    path: '/api/connections/mutual/:id',
    who: 'member',
    errors: ['NOT_FOUND'],
  }),
});
