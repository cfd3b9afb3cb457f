import type * as z from 'zod/mini';
import type { ErrorCode } from '../errors.ts';
import { endpoint, endpoints } from './endpoint.ts';
import type { helpSchemas } from './help.schema.ts';

/**
 * Ids of the help articles. The app contains and searches the articles, so that they are available without the server;
 * the server has only the ids.
 */
export const HELP_ARTICLE_IDS = [
  'first-steps',
  'roles',
  'find-your-way',
  'desktop-client',
  'sign-in',
  'forgot-password',
  'password',
  'devices',
  'email-address',
  'two-factor',
  'export-and-leave',
  'edit-profile',
  'pictures',
  'who-sees-what',
  'confirmed-lines',
  'save-conflict',
  'connect',
  'answer-requests',
  'suggestions',
  'who-can-reach-you',
  'directory',
  'find-students',
  'study-partner',
  'write-post',
  'read-feed',
  'comment',
  'share-and-save',
  'report',
  'block',
  'chat',
  'message-requests',
  'search',
  'notifications',
  'events',
  'advertisements',
  'creators',
  'public-courses',
  'appearance',
  'keyboard',
  'screen-reader',
  'live-updates',
  'no-connection',
  'check-input',
  'signed-out',
  'not-allowed',
  'not-found',
  'taken-already',
  'repeated-request',
  'files-refused',
  'too-many',
  'server-trouble',
  'update-client',
  'contact',
] as const;
/** One of {@link HELP_ARTICLE_IDS}. */
export type HelpArticleId = (typeof HELP_ARTICLE_IDS)[number];

/**
 * The article that explains each error code; the error panel links to it.
 */
export const ERROR_ARTICLES: Readonly<Record<ErrorCode, HelpArticleId>> = {
  VALIDATION: 'check-input',
  UNAUTHENTICATED: 'signed-out',
  PAYMENT_REQUIRED: 'not-allowed',
  CSRF_INVALID: 'signed-out',
  ROLE_FORBIDDEN: 'roles',
  NOT_OWNER: 'not-allowed',
  NOT_ENTITLED: 'not-allowed',
  NOT_ALLOWED: 'not-allowed',
  NOT_FOUND: 'not-found',
  EMAIL_EXISTS: 'taken-already',
  USERNAME_EXISTS: 'taken-already',
  ALREADY_SHARED: 'share-and-save',
  EXISTS: 'taken-already',
  COOLDOWN: 'connect',
  NOT_CONNECTABLE: 'connect',
  PENDING_LIMIT: 'connect',
  ALREADY_ANSWERED: 'answer-requests',
  REQUEST_PENDING: 'not-allowed',
  TOO_OLD: 'not-allowed',
  AD_LIMIT: 'advertisements',
  WRONG_STATE: 'not-allowed',
  PAST: 'events',
  CANCELLED: 'events',
  CAPACITY_ROLE: 'events',
  IDEMPOTENCY_IN_PROGRESS: 'repeated-request',
  STALE: 'save-conflict',
  TOO_LARGE: 'files-refused',
  BAD_TYPE: 'files-refused',
  INFECTED: 'files-refused',
  IDEMPOTENCY_KEY_REUSED: 'repeated-request',
  CLIENT_ID_REUSED: 'repeated-request',
  UPGRADE_REQUIRED: 'update-client',
  RATE_LIMITED: 'too-many',
  INTERNAL: 'server-trouble',
  UNAVAILABLE: 'server-trouble',
  STORAGE_FULL: 'files-refused',
};

/** Topics of the contact form. */
export const SUPPORT_TOPICS = ['problem', 'question', 'account', 'safety', 'idea'] as const;
/** One of {@link SUPPORT_TOPICS}. */
export type SupportTopic = (typeof SUPPORT_TOPICS)[number];

/** Body of POST /api/support; `requestId` is the id of a failed request, as shown by the error panel. */
export type SupportInput = z.infer<typeof helpSchemas.createSupportRequest.body>;

/** Help. */
export const helpEndpoints = endpoints<typeof helpSchemas>()({
  /** Rates an article; the last rating of a user counts. */
  rateArticle: endpoint<void>()({
    method: 'POST',
    path: '/api/help/articles/:id/feedback',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  /** Counts a search without results; the user is not stored. */
  noteSearch: endpoint<void>()({
    method: 'POST',
    path: '/api/help/searches',
    who: 'signedIn',
    limit: 'helpSearches',
  }),
  createSupportRequest: endpoint<{ id: string }>()({
    method: 'POST',
    path: '/api/support',
    who: 'signedIn',
    status: 201,
    limit: 'supportRequests',
  }),
});
