import { ROLES, type Role } from '#shared/api/endpoint.ts';
import type { HelpArticleId } from '#shared/api/help.ts';

/** The topics, in the order they are listed. */
export const TOPICS = [
  { id: 'start', title: 'Getting started' },
  { id: 'account', title: 'Your account' },
  { id: 'profile', title: 'Your profile' },
  { id: 'people', title: 'People' },
  { id: 'posts', title: 'Posts and comments' },
  { id: 'notifications', title: 'Chat, events and notifications' },
  { id: 'payments', title: 'Buying and selling' },
  { id: 'looks', title: 'Looks and keys' },
  { id: 'trouble', title: 'When something goes wrong' },
] as const;
/** One of {@link TOPICS}. */
type TopicId = (typeof TOPICS)[number]['id'];

/**
 * A part of an article: a paragraph, a heading with its anchor, or a list of points or steps. Texts may contain
 * `[words](/address)` and `**words**`, and no HTML.
 */
export type Block =
  | string
  | { heading: string; id: string }
  | { points: readonly string[] }
  | { steps: readonly string[] };

/** One article. It is listed for the roles that can do what it describes. */
export interface Article {
  id: HelpArticleId;
  title: string;
  /** One sentence, for lists and for the top of the article. */
  summary: string;
  topic: TopicId;
  roles: readonly Role[];
  /** Other words that a member may search by. */
  words?: string;
  body: readonly Block[];
  /** The page of the app where it is done. */
  open?: { path: string; label: string };
}

/** Student, teacher and institution. */
export const MEMBERS: readonly Role[] = ['student', 'teacher', 'institution'];

type ArticleText = Omit<Article, 'topic' | 'roles'> & Partial<Pick<Article, 'topic' | 'roles'>>;

/** Makes the articles of a topic; for all roles and of this topic, unless an article names its own. */
export function articlesOf(topic: TopicId, texts: readonly ArticleText[]): Article[] {
  return texts.map((text) => ({ topic, roles: ROLES, ...text }));
}
