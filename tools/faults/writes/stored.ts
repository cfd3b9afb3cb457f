import type { Claim } from './ledger.ts';

/** How the stored records of one kind are read: `key` and `value` as text. */
interface StoredSource {
  sql: string;
  /** True when records exist that no writer made. */
  isOpen?: boolean;
  /** True when `value` is a number of writes: a greater one is a write that was carried out twice. */
  isCount?: boolean;
}

/** Start of the Idempotency-Keys of the writers. */
export const KEY_PREFIX = 'faults-';

/** The kinds of records that the writers change. */
export const STORED = {
  posts: { sql: `select id::text as key, concat_ws(' | ', content, image_file_id) as value from posts` },
  'versions of posts': {
    isCount: true,
    sql: `select p.id::text as key, (select count(*) from post_edits e where e.post_id = p.id)::text as value
      from posts p`,
  },
  'class posts': { sql: `select id::text as key, course_id::text as value from posts where course_id is not null` },
  enrollments: { sql: `select concat_ws(' ', course_id, user_id) as key, source as value from enrollments` },
  'done lessons': { sql: `select concat_ws(' ', lesson_id, user_id) as key, 'done' as value from lesson_progress` },
  reviews: {
    sql: `select concat_ws(' ', course_id, user_id) as key, concat_ws(' ', rating, text) as value from reviews`,
  },
  purchases: { sql: `select id::text as key, status as value from purchases` },
  comments: { sql: 'select id::text as key, content as value from comments' },
  likes: { sql: `select concat_ws(' ', post_id, user_id) as key, 'liked' as value from post_likes` },
  'saved posts': { sql: `select concat_ws(' ', item_id, user_id) as key, type as value from saved_items` },
  connections: { sql: 'select id::text as key, status as value from connections where note is not null' },
  events: { sql: 'select id::text as key, title as value from events' },
  'versions of events': { isCount: true, sql: 'select id::text as key, revision::text as value from events' },
  answers: { sql: `select concat_ws(' ', event_id, user_id) as key, 'answered' as value from event_attendees` },
  profiles: { sql: 'select id::text as key, bio as value from users where bio is not null' },
  preferences: {
    isOpen: true,
    sql: `select user_id::text as key, concat_ws(' ', theme, font_size) as value from user_preferences`,
  },
  drafts: { sql: `select concat_ws(' ', user_id, key) as key, body as value from drafts` },
  files: {
    sql: `select id::text as key, concat_ws(' | ', owner_id, purpose, name, size_bytes, sha256) as value from files
      where state = 'ready'`,
  },
  'read notifications': {
    isOpen: true,
    sql: `select id::text as key, 'read' as value from notifications where read`,
  },
  'done notifications': {
    isOpen: true,
    sql: `select id::text as key, 'done' as value from notifications where done_at is not null`,
  },
  'hidden notifications': {
    isOpen: true,
    sql: `select id::text as key, 'hidden' as value from notifications where not is_shown`,
  },
  'displays of advertisements': {
    isCount: true,
    sql: `select concat_ws(' ', advertisement_id, user_id) as key, count::text as value from ad_views
      where count > 0`,
  },
  'clicks on advertisements': {
    sql: `select concat_ws(' ', advertisement_id, user_id) as key, 'clicked' as value from ad_views where is_followed`,
  },
  'stored responses': {
    sql: `select key, concat_ws(' ', method, path, status) as value from idempotency_keys
      where key like '${KEY_PREFIX}%'`,
  },
} as const satisfies Record<string, StoredSource>;

/** One of {@link STORED}. */
export type StoredKind = keyof typeof STORED;

/** A stored record of a kind. */
export interface StoredValue {
  key: string;
  value: string;
}

/** Acknowledged writes that are missing, and writes that were carried out twice. */
export interface WriteFindings {
  lost: string[];
  doubled: string[];
}

type Claims = ReadonlyMap<StoredKind, ReadonlyMap<string, Claim>>;

/**
 * Compares what was acknowledged with what is stored. A missing or different record is lost; a record that no
 * acknowledged write made, and a count that is too high, are doubled.
 */
export function compareStored(claims: Claims, stored: ReadonlyMap<StoredKind, readonly StoredValue[]>): WriteFindings {
  const findings: WriteFindings = { lost: [], doubled: [] };
  const isGone = (postId: string): boolean => claims.get('posts')?.get(postId)?.value === null;
  for (const [kind, source] of Object.entries(STORED) as [StoredKind, StoredSource][]) {
    const expected = claims.get(kind) ?? new Map<string, Claim>();
    const found = Map.groupBy(stored.get(kind) ?? [], ({ key }) => key);
    for (const [key, { value: claimed, ofPost }] of expected) {
      const value = ofPost !== undefined && isGone(ofPost) ? null : claimed;
      const actual = found.get(key)?.[0]?.value ?? null;
      const text = value === null ? null : String(value);
      if (actual === text || (source.isCount && actual === null && value === 0)) continue;
      const isMore = source.isCount && Number(actual) > Number(value);
      findings[isMore ? 'doubled' : 'lost'].push(
        `${kind}: ${key} is ${actual ?? 'missing'} and not ${text ?? 'removed'}`,
      );
    }
    for (const [key, rows] of found) {
      const isKnown = expected.has(key) || source.isOpen || (source.isCount && Number(rows[0]?.value) === 0);
      if (!isKnown || rows.length > 1)
        findings.doubled.push(`${kind}: ${key} (${rows[0]?.value}) without an acknowledged write`);
    }
  }
  return findings;
}
