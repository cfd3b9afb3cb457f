import { endpoint, type PageQuery, type Role } from './endpoint.ts';
import type { UserCard } from './users.ts';

/** States of a request. Source: spec section 5. */
export type ConnectionState = 'pending' | 'accepted' | 'rejected';

/** A connection as pushed to both sides. */
export interface PublicConnectionView {
  id: string;
  /** Who asked. */
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
  /** `sent`: the viewer asked; `received`: the viewer was asked. */
  direction: 'sent' | 'received';
  note: string | null;
  createdAt: string;
  /** The other one. */
  user: UserCard;
  /** Connections that both have. */
  mutualCount: number;
}

/** How many there are, as the viewer sees them: ignored requests do not count. */
export interface ConnectionCount {
  accepted: number;
  received: number;
  sent: number;
}

/** A fact that speaks for connecting, in words and with the records behind it. */
export interface SuggestionReason {
  type: 'mutuals' | 'institution' | 'course' | 'event';
  label: string;
  /** Ids of people, courses or events, at most three; empty for an institution. */
  ids: string[];
}

/** Someone to connect with; there is always a reason. */
export interface SuggestionView {
  user: UserCard;
  mutualCount: number;
  reasons: SuggestionReason[];
}

/** Which of the viewer's connections: accepted ones, requests to answer, requests that wait. */
export type ConnectionList = 'accepted' | 'received' | 'sent';

/** Filters of the list of connections. */
export interface ListConnectionsQuery extends PageQuery {
  status?: ConnectionList;
  /** Part of a name or username. */
  q?: string;
  role?: Role;
}

/** Connections between people, newest first. Source: product.md 4.7. */
export const connectionEndpoints = {
  listConnections: endpoint<{ query: ListConnectionsQuery }, ConnectionView[]>({
    method: 'GET',
    path: '/api/connections',
    who: 'member',
    errors: [],
    isPage: true,
  }),
  countConnections: endpoint<Record<never, never>, ConnectionCount>({
    method: 'GET',
    path: '/api/connections/count',
    who: 'member',
    errors: [],
  }),
  /** 201 for a new request; 200 when the other one had asked already, which connects the two. */
  createConnection: endpoint<{ body: { connectedUserId: string; note?: string } }, ConnectionView>({
    method: 'POST',
    path: '/api/connections',
    who: 'member',
    errors: [
      'NOT_FOUND',
      'EXISTS',
      'COOLDOWN',
      'NOT_CONNECTABLE',
      'PENDING_LIMIT',
      'IDEMPOTENCY_KEY_REUSED',
      'IDEMPOTENCY_IN_PROGRESS',
    ],
  }),
  answerConnection: endpoint<{ params: { id: string }; body: { status: 'accepted' | 'rejected' } }, ConnectionView>({
    method: 'PATCH',
    path: '/api/connections/:id',
    who: 'member',
    errors: ['NOT_FOUND', 'NOT_ALLOWED', 'ALREADY_ANSWERED'],
  }),
  /** Puts a request away without telling the one who asked. */
  ignoreConnection: endpoint<{ params: { id: string } }, void>({
    method: 'PUT',
    path: '/api/connections/:id/ignore',
    who: 'member',
    errors: ['NOT_FOUND', 'NOT_ALLOWED', 'ALREADY_ANSWERED'],
  }),
  /** Withdraws a request or ends a connection. */
  removeConnection: endpoint<{ params: { id: string } }, void>({
    method: 'DELETE',
    path: '/api/connections/:id',
    who: 'member',
    errors: ['NOT_FOUND'],
  }),
  listSuggestions: endpoint<Record<never, never>, SuggestionView[]>({
    method: 'GET',
    path: '/api/connections/suggestions',
    who: 'member',
    errors: [],
  }),
  dismissSuggestion: endpoint<{ params: { id: string } }, void>({
    method: 'PUT',
    path: '/api/connections/suggestions/:id/dismiss',
    who: 'member',
    errors: ['NOT_FOUND'],
  }),
  restoreSuggestion: endpoint<{ params: { id: string } }, void>({
    method: 'DELETE',
    path: '/api/connections/suggestions/:id/dismiss',
    who: 'member',
    errors: ['NOT_FOUND'],
  }),
  listMutual: endpoint<{ params: { id: string } }, UserCard[]>({
    method: 'GET',
    path: '/api/connections/mutual/:id',
    who: 'member',
    errors: ['NOT_FOUND'],
  }),
} as const;
