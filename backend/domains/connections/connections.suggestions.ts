import type { EntityManager } from '@mikro-orm/postgresql';
import type { SuggestionReason, SuggestionView } from '#shared/api/connections.ts';
import { CONNECTION_LIMITS } from '#shared/limits.ts';
import { query, type Pool } from '../../db/pool.ts';
import { read } from '../../db/read.ts';
import { transact } from '../../facts.ts';
import { HIDDEN_FROM_VIEWER, toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import { connectedTo, VISIBLE_CONNECTIONS } from './connection.view.ts';
import { checkVisible } from './connections.list.ts';

/** How many of a person's connections, colleagues and fellow learners are looked at for candidates; what is shown of each is counted in full. */
const LOOKED_AT = 500;

/**
 * Whom to suggest to $1, by exact facts: connections of connections, the same institution, a shared course, a shared
 * event. Candidates come from indexes alone; only those that are shown are counted and named.
 */
const SUGGESTIONS = {
  name: 'connection-suggestions',
  text: `with mine as materialized (${VISIBLE_CONNECTIONS}),
    known as materialized (
      select $1::uuid as id
      union select c.connected_user_id from connections c where c.user_id = $1
      union select c.user_id from connections c where c.connected_user_id = $1
      union select d.dismissed_id from suggestion_dismissals d where d.user_id = $1
      union (${HIDDEN_FROM_VIEWER})
    ),
    facts as (
      select f.id, count(*)::int as mutuals, 0 as colleagues, 0 as courses, 0 as events
        from (select mine.id from mine where $2 limit ${LOOKED_AT}) m cross join lateral (${connectedTo('m.id')}) f group by f.id
      union all
      (select u.id, 0, 1, 0, 0 from users me join users u on lower(u.institution) = lower(me.institution)
        where me.id = $1 and me.institution <> '' and $3 order by u.created_at desc, u.id desc limit ${LOOKED_AT})
      union all
      (select o.user_id, 0, 0, count(*)::int, 0 from (select e.course_id from enrollments e where e.user_id = $1 and $4 limit ${LOOKED_AT}) mc
        cross join lateral (select e.user_id from enrollments e where e.course_id = mc.course_id limit ${LOOKED_AT}) o group by o.user_id)
      union all
      (select o.user_id, 0, 0, 0, count(*)::int from (select a.event_id from event_attendees a where a.user_id = $1 and a.status = 'going' and $5 limit ${LOOKED_AT}) me
        cross join lateral (select a.user_id from event_attendees a where a.event_id = me.event_id and a.status = 'going' limit ${LOOKED_AT}) o group by o.user_id)
    ),
    best as materialized (
      select f.id, sum(f.mutuals) * 3 + sum(f.colleagues) * 2 + sum(f.courses) * 2 + sum(f.events) * 2 as score
        from facts f join users u on u.id = f.id and u.deactivated_at is null and u.role <> 'creator'
        where f.id not in (select k.id from known k)
        group by f.id order by score desc, f.id desc limit ${CONNECTION_LIMITS.suggestions}
    )
    select ${USER_CARD_COLUMNS}, mutual.count as mutual_count, mutual.ids as mutual_ids,
      (select lower(me.institution) = lower(u.institution) and me.institution <> '' from users me where me.id = $1) as is_colleague,
      course.count as course_count, course.ids as course_ids, course.title as course_title,
      event.count as event_count, event.ids as event_ids, event.title as event_title
    from best join users u on u.id = best.id
    cross join lateral (select count(*)::int as count, coalesce((array_agg(t.id order by t.id))[1:3], '{}') as ids
      from (${connectedTo('u.id')}) t where t.id in (select mine.id from mine)) mutual
    cross join lateral (select count(*)::int as count, coalesce((array_agg(c.id order by c.title, c.id))[1:3], '{}') as ids, min(c.title) as title
      from enrollments a join enrollments b on b.course_id = a.course_id and b.user_id = u.id join courses c on c.id = a.course_id where a.user_id = $1) course
    cross join lateral (select count(*)::int as count, coalesce((array_agg(v.id order by v.title, v.id))[1:3], '{}') as ids, min(v.title) as title
      from event_attendees a join event_attendees b on b.event_id = a.event_id and b.user_id = u.id and b.status = 'going' join events v on v.id = a.event_id
      where a.user_id = $1 and a.status = 'going') event
    order by best.score desc, best.id desc`,
};

interface SuggestionRow extends UserCardRow {
  mutual_count: number;
  mutual_ids: string[];
  is_colleague: boolean | null;
  course_count: number;
  course_ids: string[];
  course_title: string | null;
  event_count: number;
  event_ids: string[];
  event_title: string | null;
}

/** Which facts may speak for a suggestion. */
type SuggestionFacts = Record<SuggestionReason['type'], boolean>;

const ALL_FACTS: SuggestionFacts = { mutuals: true, institution: true, course: true, event: true };

/** Suggests up to 20 people, those with most facts first; empty when no fact that is switched on speaks for anybody. */
export async function listSuggestions(pool: Pool, viewerId: string, facts: SuggestionFacts = ALL_FACTS): Promise<SuggestionView[]> {
  const rows = await query<SuggestionRow>(pool, SUGGESTIONS, [viewerId, facts.mutuals, facts.institution, facts.course, facts.event]);
  return rows.map((row) => ({ user: toUserCard(row), mutualCount: row.mutual_count, reasons: reasonsOf(row).filter(({ type }) => facts[type]) }));
}

function reasonsOf(row: SuggestionRow): SuggestionReason[] {
  const reasons: SuggestionReason[] = [];
  if (row.mutual_count > 0) {
    reasons.push({ type: 'mutuals', label: row.mutual_count === 1 ? '1 mutual connection' : `${row.mutual_count} mutual connections`, ids: row.mutual_ids });
  }
  if (row.is_colleague && row.author_institution !== null) reasons.push({ type: 'institution', label: `Also at ${row.author_institution}`, ids: [] });
  if (row.course_title !== null) reasons.push({ type: 'course', label: `Both in ${row.course_title}${andMore(row.course_count)}`, ids: row.course_ids });
  if (row.event_title !== null) reasons.push({ type: 'event', label: `Both signed up for ${row.event_title}${andMore(row.event_count)}`, ids: row.event_ids });
  return reasons;
}

function andMore(count: number): string {
  return count > 1 ? ` and ${count - 1} more` : '';
}

const DISMISS = { name: 'dismiss-suggestion', text: 'insert into suggestion_dismissals (user_id, dismissed_id) values ($1, $2) on conflict do nothing' };
const RESTORE = { name: 'restore-suggestion', text: 'delete from suggestion_dismissals where user_id = $1 and dismissed_id = $2' };

/** Keeps someone from being suggested to the member, or lets them come back. @throws AppError NOT_FOUND. */
export async function setDismissed(em: EntityManager, userId: string, { dismissedId, isDismissed }: { dismissedId: string; isDismissed: boolean }): Promise<void> {
  await transact(em, async (tx) => {
    await checkVisible(tx, userId, dismissedId);
    await read(tx, isDismissed ? DISMISS : RESTORE, [userId, dismissedId]);
  });
}
