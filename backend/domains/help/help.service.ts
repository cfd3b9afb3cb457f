import type { EntityManager } from '@mikro-orm/postgresql';
import type { HelpArticleId, SupportInput } from '#shared/api/help.ts';
import { HELP_LIMITS } from '#shared/limits.ts';
import { newId } from '../../db/clock.ts';
import { read, type Reader, type Timestamp } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import { queueEmail } from '../../gateways/email.ts';
import { User } from '../users/user.entity.ts';
import { SupportRequest } from './support-request.entity.ts';

const RATE = {
  name: 'rate-help-article',
  text: `insert into help_feedback (article_id, user_id, is_helpful) values ($1, $2, $3)
    on conflict (article_id, user_id) do update set is_helpful = excluded.is_helpful, created_at = now()`,
};

/** Stores whether an article helped a user; the latest rating counts. */
export async function rateArticle(
  em: EntityManager,
  userId: string,
  { articleId, isHelpful }: { articleId: HelpArticleId; isHelpful: boolean },
): Promise<void> {
  await read(em, RATE, [articleId, userId, isHelpful]);
}

/** The table stays small: queries that were not repeated are replaced by new ones. */
const NOTE = {
  name: 'note-help-search',
  text: `with room as (delete from help_searches where query in (select query from help_searches
    order by last_at desc offset ${HELP_LIMITS.searchesMax - 1}) and query <> $1)
    insert into help_searches (query) values ($1) on conflict (query) do update
      set count = help_searches.count + 1, last_at = now()`,
};

/** Matches text that may identify a person: email addresses, and numbers of five digits and more. */
const PERSONAL = /@|\d{5,}/;

/** Counts a search without results, without the user; queries that may identify a person are dropped. */
export async function noteSearch(em: EntityManager, words: string): Promise<void> {
  const query = words.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  if (query === '' || PERSONAL.test(query)) return;
  await transact(em, async (tx) => {
    await read(tx, NOTE, [query]);
  });
}

/** Stores a message to the operator and, when an address is configured, queues it as email in the same transaction. */
export async function createSupportRequest(
  em: EntityManager,
  { userId, supportEmail }: { userId: string; supportEmail: string | undefined },
  { topic, text, requestId }: SupportInput,
): Promise<{ id: string }> {
  return transact(em, async (tx) => {
    const { email, fullName, username } = await tx.findOneOrFail(User, { id: userId });
    const request = tx.create(SupportRequest, {
      id: newId(),
      userId,
      topic,
      text,
      requestId: requestId || null,
      isMailed: supportEmail !== undefined,
    });
    await tx.persist(request).flush();
    if (supportEmail !== undefined) {
      const message = [text, requestId && `Request: ${requestId}`, `Message: ${request.id}`]
        .filter(Boolean)
        .join('\n\n');
      await queueEmail(tx, {
        to: supportEmail,
        template: 'support-request',
        data: { name: `${fullName} (@${username})`, email, subject: topic, message },
      });
    }
    return { id: request.id };
  });
}

/** A message of the contact form, for the operator. */
export interface SupportLine {
  id: string;
  createdAt: Timestamp;
  username: string;
  email: string;
  topic: string;
  text: string;
  requestId: string | null;
  isMailed: boolean;
}

const SUPPORT = {
  name: 'operator-support',
  text: `select s.id, s.created_at as "createdAt", u.username, u.email, s.topic, s.text, s.request_id as "requestId",
    s.is_mailed as "isMailed"
    from support_requests s join users u on u.id = s.user_id order by s.created_at desc, s.id desc limit $1`,
};
const CLOSE = { name: 'operator-support-close', text: 'delete from support_requests where id = $1 returning id' };
const SEARCHES = {
  name: 'operator-help-searches',
  text: 'select query, count, last_at as "lastAt" from help_searches order by count desc, last_at desc limit $1',
};
const RATINGS = {
  name: 'operator-help-ratings',
  text: `select article_id as "articleId", count(*) filter (where is_helpful)::int as helped,
    count(*) filter (where not is_helpful)::int as "didNot"
    from help_feedback group by article_id order by 3 desc, 2 desc, 1`,
};

/** Lists the stored messages of the contact form, newest first. */
export function listSupportRequests(reader: Reader, limit: number): Promise<SupportLine[]> {
  return read<SupportLine>(reader, SUPPORT, [limit]);
}

/** Deletes a message. Returns false when there is none. */
export async function closeSupportRequest(reader: Reader, id: string): Promise<boolean> {
  return (await read(reader, CLOSE, [id])).length > 0;
}

/** Lists searches without results, most frequent first. */
export function listHelpSearches(
  reader: Reader,
  limit: number,
): Promise<{ query: string; count: number; lastAt: Timestamp }[]> {
  return read(reader, SEARCHES, [limit]);
}

/** Counts the ratings of each article, the least helpful first. */
export function listHelpRatings(reader: Reader): Promise<{ articleId: string; helped: number; didNot: number }[]> {
  return read(reader, RATINGS, []);
}
