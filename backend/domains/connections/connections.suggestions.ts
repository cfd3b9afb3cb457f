import type { EntityManager } from '@mikro-orm/postgresql';
import { eventsOf, attendeesOf, sharedEvents } from '../events/event.access.ts';
import { coursesOf, learnersOf, sharedCourses } from '../courses/course.view.ts';
import type { SuggestionReason, SuggestionView } from '#shared/api/connections.ts';
import { SUGGESTION_SOURCES, type SuggestionSource } from '#shared/api/privacy.ts';
import { CONNECTION_LIMITS } from '#shared/limits.ts';
import { read, type Reader } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import { toUserCard, USER_CARD_COLUMNS, type UserCardRow, audienceOfEntry } from '../users/user.view.ts';
import { institutionsOf, membersOf, sharedInstitutions } from '../verifications/verification.view.ts';
import { VISIBLE_CONNECTIONS } from './connection.view.ts';
import { checkVisible } from './connections.list.ts';
import { connectedTo, FINDABLE, HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

/** Maximum connections, colleagues and fellow learners that are examined for candidates; shown counts are complete. */
const EXAMINED_MAX = 200;

/** Maximum candidates whose settings are checked, those with the most reasons first. */
const NEAREST = 1_000;

/** The profile field that a reason would reveal; a user who hides that field is not suggested by it. */
const REVEALS = { mutuals: 'connections', course: 'learning', event: 'events' } as const;

/** Builds the condition that privacy settings `ps` allow suggestions by a reason; the default is true. */
const isOn = (source: SuggestionSource) => `coalesce((ps.suggestion_sources->>'${source}')::boolean, true)`;

/** Builds the condition that a candidate `u` with privacy settings `ps` allows suggestions by a reason. */
function allows(source: SuggestionSource): string {
  const isOpen =
    source === 'institution'
      ? 'u.is_institution_public'
      : `ps.field_visibility->>'${REVEALS[source]}' is distinct from 'me'`;
  return `(${isOn(source)} and ${isOpen})`;
}

/** Tests whether users whom the same institution confirmed may see the entry of a user with privacy settings `ps`. */
const showsEntry = (entry: string) => `${audienceOfEntry(entry)} in ('everyone', 'institution')`;

/**
 * Suggestions for $1 by exact sources: mutual connections, an institution that confirmed both, a shared course or
 * event, each where both users allow it. Anyone can enroll in a course and answer an event, so these alone suggest only
 * users whom the viewer may find. Candidates are read from indexes only; only the ones shown are counted and named.
 */
export const SUGGESTIONS = {
  name: 'connection-suggestions',
  text: `with chosen as materialized (
      select ${SUGGESTION_SOURCES.map((source) => `${isOn(source)} as ${source}`).join(', ')}
        from (select $1::uuid as id) me left join privacy_settings ps on ps.user_id = me.id
    ),
    mine as materialized (${VISIBLE_CONNECTIONS}),
    known as materialized (
      select $1::uuid as id
      union all (${connectedTo('$1')})
      union all select c.connected_user_id from connections c where c.user_id = $1
        and c.status in ('pending', 'rejected')
      union all select c.user_id from connections c where c.connected_user_id = $1
        and c.status in ('pending', 'rejected')
      union all select d.dismissed_id from suggestion_dismissals d where d.user_id = $1
      union all (${HIDDEN_FROM_VIEWER})
    ),
    sources as (
      select f.id, count(*)::int as mutuals, 0 as colleagues, 0 as courses, 0 as events
        from (select mine.id from mine where (select mutuals from chosen) limit ${EXAMINED_MAX}) m cross
          join lateral (${connectedTo('m.id')}) f group by f.id
      union all
      (select o.user_id, 0, 1, 0, 0 from (${institutionsOf('$1')} and (select institution from chosen)
          and x.institution_id not in (${HIDDEN_FROM_VIEWER})) mi
        cross join lateral (${membersOf('mi.institution_id')} limit ${EXAMINED_MAX}) o
        left join privacy_settings ps on ps.user_id = o.user_id
        where ${showsEntry('o.entry')} group by o.user_id)
      union all
      (select o.user_id, 0, 0, count(*)::int, 0 from (${coursesOf('$1')}
        and (select course from chosen) limit ${EXAMINED_MAX}) mc
        cross join lateral (${learnersOf('mc.course_id')} limit ${EXAMINED_MAX}) o
          group by o.user_id)
      union all
      (select o.user_id, 0, 0, 0, count(*)::int from (${eventsOf('$1')}
        and (select event from chosen) limit ${EXAMINED_MAX}) me
        cross join lateral (${attendeesOf('me.event_id')} limit ${EXAMINED_MAX}) o group by o.user_id)
    ),
    nearest as materialized (
      select f.id, sum(f.mutuals) as mutuals, sum(f.colleagues) as colleagues, sum(f.courses) as courses,
        sum(f.events) as events
        from sources f where f.id not in (select k.id from known k)
        group by f.id order by sum(f.mutuals) * 3 + sum(f.colleagues + f.courses + f.events) * 2 desc, f.id desc
          limit ${NEAREST}
    ),
    weighed as (
      select n.id,
          case when n.mutuals > 0 and ${allows('mutuals')} then n.mutuals * 3 else 0 end
          + case when n.colleagues > 0 and ${allows('institution')} then 2 else 0 end
          + case when n.courses > 0 and ${allows('course')} then n.courses * 2 else 0 end
          + case when n.events > 0 and ${allows('event')} then n.events * 2 else 0 end as score
        from nearest n join users u on u.id = n.id and u.deactivated_at is null and u.role <> 'creator'
        left join privacy_settings ps on ps.user_id = n.id
        where ps.who_can_connect is distinct from 'none' and ((n.mutuals > 0 and ${allows('mutuals')})
          or (n.colleagues > 0 and ${allows('institution')}) or ${FINDABLE})
    ),
    best as materialized (
      select w.id, w.score from weighed w where w.score > 0 order by w.score desc, w.id desc
        limit ${CONNECTION_LIMITS.suggestions}
    )
    select ${USER_CARD_COLUMNS}, case when ps.field_visibility->>'connections' is distinct from 'me' then mutual.count
      else 0 end as mutual_count, mutual.ids as mutual_ids, (select mutuals from chosen)
      and ${allows('mutuals')} as is_by_mutuals,
      case when (select institution from chosen) and ${allows('institution')} then institution.name
        end as institution_name,
      case when (select course from chosen) and ${allows('course')} then course.count
        else 0 end as course_count, course.ids as course_ids, course.title as course_title,
      case when (select event from chosen) and ${allows('event')} then event.count
        else 0 end as event_count, event.ids as event_ids, event.title as event_title
    from best join users u on u.id = best.id left join privacy_settings ps on ps.user_id = u.id
    cross join lateral (select count(*)::int as count, coalesce((array_agg(t.id order by t.id))[1:3], '{}') as ids
      from (${connectedTo('u.id')}) t where t.id in (select mine.id from mine)) mutual
    cross join lateral (select min(i.full_name) as name ${sharedInstitutions('$1', 'u.id')}
      and i.id not in (${HIDDEN_FROM_VIEWER}) and ${showsEntry('b.entry')}) institution
    cross join lateral (select count(*)::int as count, coalesce((array_agg(c.id
      order by c.title, c.id))[1:3], '{}') as ids, min(c.title) as title
      ${sharedCourses('$1', 'u.id')}) course
    cross join lateral (select count(*)::int as count, coalesce((array_agg(v.id
      order by v.title, v.id))[1:3], '{}') as ids, min(v.title) as title
      ${sharedEvents('$1', 'u.id')}) event
    where ps.who_can_connect is distinct from 'connections' or mutual.count > 0
    order by best.score desc, best.id desc`,
};

interface SuggestionRow extends UserCardRow {
  mutual_count: number;
  mutual_ids: string[];
  is_by_mutuals: boolean;
  institution_name: string | null;
  course_count: number;
  course_ids: string[];
  course_title: string | null;
  event_count: number;
  event_ids: string[];
  event_title: string | null;
}

/** Suggests up to 20 users, those with the most reasons first; empty when no reason is allowed by both sides. */
export async function listSuggestions(reader: Reader, viewerId: string): Promise<SuggestionView[]> {
  const rows = await read<SuggestionRow>(reader, SUGGESTIONS, [viewerId]);
  return rows.map((row) => ({ user: toUserCard(row), mutualCount: row.mutual_count, reasons: reasonsOf(row) }));
}

function reasonsOf(row: SuggestionRow): SuggestionReason[] {
  const reasons: SuggestionReason[] = [];
  if (row.is_by_mutuals && row.mutual_count > 0) {
    reasons.push({
      type: 'mutuals',
      label: row.mutual_count === 1 ? '1 mutual connection' : `${row.mutual_count} mutual connections`,
      ids: row.mutual_ids,
    });
  }
  if (row.institution_name !== null)
    reasons.push({ type: 'institution', label: `Also at ${row.institution_name}`, ids: [] });
  if (row.course_count > 0)
    reasons.push({
      type: 'course',
      label: `Both in ${row.course_title}${andMore(row.course_count)}`,
      ids: row.course_ids,
    });
  if (row.event_count > 0)
    reasons.push({
      type: 'event',
      label: `Both signed up for ${row.event_title}${andMore(row.event_count)}`,
      ids: row.event_ids,
    });
  return reasons;
}

function andMore(count: number): string {
  return count > 1 ? ` and ${count - 1} more` : '';
}

const DISMISS = {
  name: 'dismiss-suggestion',
  text: 'insert into suggestion_dismissals (user_id, dismissed_id) values ($1, $2) on conflict do nothing',
};
const RESTORE = {
  name: 'restore-suggestion',
  text: 'delete from suggestion_dismissals where user_id = $1 and dismissed_id = $2',
};

/** Hides a user from the member's suggestions, or undoes that. @throws AppError NOT_FOUND. */
export async function setDismissed(
  em: EntityManager,
  userId: string,
  { dismissedId, isDismissed }: { dismissedId: string; isDismissed: boolean },
): Promise<void> {
  await transact(em, async (tx) => {
    await checkVisible(tx, userId, dismissedId);
    await read(tx, isDismissed ? DISMISS : RESTORE, [userId, dismissedId]);
  });
}
