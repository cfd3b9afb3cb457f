import type { HelpArticleId } from '#shared/api/help.ts';
import type { Article } from '../article.ts';
import { ACCOUNT_ARTICLES } from './account.ts';
import { CHAT_ARTICLES } from './chat.ts';
import { LOOKS_ARTICLES } from './looks.ts';
import { NOTIFICATION_ARTICLES } from './notifications.ts';
import { PAYMENT_ARTICLES } from './payments.ts';
import { PEOPLE_ARTICLES } from './people.ts';
import { POST_ARTICLES } from './posts.ts';
import { PROFILE_ARTICLES } from './profile.ts';
import { START_ARTICLES } from './start.ts';
import { TROUBLE_ARTICLES } from './trouble.ts';

/** All articles, topic by topic. They are part of the app, so that they can be read while the server is unreachable. */
export const ARTICLES: readonly Article[] = [
  ...START_ARTICLES,
  ...ACCOUNT_ARTICLES,
  ...PROFILE_ARTICLES,
  ...PEOPLE_ARTICLES,
  ...POST_ARTICLES,
  ...CHAT_ARTICLES,
  ...NOTIFICATION_ARTICLES,
  ...PAYMENT_ARTICLES,
  ...LOOKS_ARTICLES,
  ...TROUBLE_ARTICLES,
];

/** Finds an article by the id in an address; undefined when there is none. */
export function findArticle(id: string | null): Article | undefined {
  return ARTICLES.find((article) => article.id === (id as HelpArticleId | null));
}
