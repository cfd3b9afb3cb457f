import type * as z from 'zod/mini';
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
  'analytics',
  'directory',
  'find-students',
  'study-partner',
  'write-post',
  'read-feed',
  'comment',
  'share-and-save',
  'class',
  'reviews',
  'report',
  'block',
  'chat',
  'message-requests',
  'calls',
  'search',
  'notifications',
  'events',
  'advertisements',
  'creators',
  'public-courses',
  'buy-items',
  'refunds',
  'sell-items',
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
