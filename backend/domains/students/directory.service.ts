import type { EntityManager } from '@mikro-orm/postgresql';
import { DEFAULT_DIRECTORY_FIELDS, DIRECTORY_FIELDS, type DirectoryField } from '#shared/api/students.ts';
import { STUDENT_LIMITS } from '#shared/limits.ts';
import { read, type Reader } from '../../db/read.ts';

const asJson = (fields: readonly DirectoryField[]) => `'${JSON.stringify(fields)}'::jsonb`;

/** The profile field that a directory field is derived from; it must be visible as well as consented to. */
const PART_OF: Partial<Record<DirectoryField, string>> = {
  institution: 'institution',
  field: 'educationData',
  year: 'educationData',
  bio: 'bio',
};

/** Builds the condition that everyone may see the source of a directory field, with privacy settings `ps`. */
function isOpen(field: DirectoryField): string {
  const part = PART_OF[field];
  if (field === 'courses') return `coalesce(ps.field_visibility->>'learning', 'connections') <> 'me'`;
  return part === undefined ? 'true' : `coalesce(ps.field_visibility->>'${part}', 'everyone') = 'everyone'`;
}

/** Selects what a student `u` shows with privacy settings `ps` or none; `chosen` is SQL for a JSON array of fields. */
const listingOf = (chosen: string) => {
  const shown = (field: DirectoryField) => `(jsonb_exists(${chosen}, '${field}') and ${isOpen(field)})`;
  return `select u.id as user_id, case when ${shown('name')} then u.full_name
    else u.username end as name, ${shown('name')} as has_name,
      case when ${shown('institution')} then nullif(trim(u.institution), '') end as institution,
      case when ${shown('field')} then nullif(trim(studies.field), '') end as field,
      case when ${shown('year')} then studies.year end as year,
      case when ${shown('bio')} then nullif(case when char_length(about.bio) > ${STUDENT_LIMITS.bioChars}
        then rtrim(left(about.bio, ${STUDENT_LIMITS.bioChars - 1})) || '…' else about.bio end, '') end as bio,
      ${shown('photo')} as has_photo, ${shown('courses')} as has_courses,
      coalesce(ps.field_visibility->>'connections', 'connections') <> 'me' as has_mutuals
    from users u left join privacy_settings ps on ps.user_id = u.id
    cross join lateral (select trim(regexp_replace(u.bio, '\\s+', ' ', 'g')) as bio) about
    left join lateral (select line->>'field' as field, left(line->>'start', 4)::int as year
      from jsonb_array_elements(u.education_data) line
      order by line->>'end' is not null, line->>'start' desc limit 1) studies on true`;
};

const COLUMNS = [
  'user_id',
  'name',
  'has_name',
  'institution',
  'field',
  'year',
  'bio',
  'has_photo',
  'has_courses',
  'has_mutuals',
];

/** Serialises refreshes, so that the last one sees all changes. */
const LOCK = { name: 'lock-directory-listing', text: `select pg_advisory_xact_lock(hashtextextended($1::text, 2))` };
const SYNC = {
  name: 'sync-directory-listing',
  text: `with fresh as materialized (${listingOf(`coalesce(ps.directory_fields, ${asJson(DEFAULT_DIRECTORY_FIELDS)})`)}
      where u.id = $1 and u.role = 'student' and u.deactivated_at is null and ps.directory),
    gone as (delete from directory_listings l where l.user_id = $1 and not exists (select 1 from fresh)),
    ended as (delete from study_partner_flags f where f.user_id = $1 and (f.until < (now() at time zone 'utc')::date
      or not exists (select 1 from fresh)))
    insert into directory_listings (${COLUMNS.join(', ')}) select ${COLUMNS.join(', ')} from fresh
    on conflict (user_id) do update set ${COLUMNS.slice(1)
      .map((column) => `${column} = excluded.${column}`)
      .join(', ')}`,
};

/** Updates a user's directory entry from their consent and profile; call it after the changes to either. */
export async function syncListing(tx: EntityManager, userId: string): Promise<void> {
  await read(tx, LOCK, [userId]);
  await read(tx, SYNC, [userId]);
}

const OWN = {
  name: 'own-listing',
  text: `select l.*, u.username, u.full_name, u.profile_image, u.role, ps.directory, ps.directory_fields,
      ${DIRECTORY_FIELDS.map((field) => `${isOpen(field)} as open_${field}`).join(', ')}
    from users u left join privacy_settings ps on ps.user_id = u.id
      join lateral (${listingOf(asJson(DIRECTORY_FIELDS))} where u.id = $1) l on true where u.id = $1`,
};

/** What a user could show if every field were chosen, and what they have chosen. */
export interface OwnListingRow {
  institution: string | null;
  field: string | null;
  year: number | null;
  bio: string | null;
  username: string;
  full_name: string;
  profile_image: string | null;
  role: string;
  directory: boolean | null;
  directory_fields: DirectoryField[] | null;
}

/** Loads what a user could show and which fields the profile hides. Returns undefined for an unknown user. */
export async function loadOwnListing(
  reader: Reader,
  userId: string,
): Promise<{ row: OwnListingRow; withheld: DirectoryField[] } | undefined> {
  const [row] = await read<OwnListingRow & Record<`open_${DirectoryField}`, boolean>>(reader, OWN, [userId]);
  return row && { row, withheld: DIRECTORY_FIELDS.filter((field) => !row[`open_${field}`]) };
}
