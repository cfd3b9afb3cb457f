import { DIRECTORY_FIELDS, type DirectoryField } from '#shared/api/students.ts';
import { DAY_MS } from '#shared/time.ts';
import { newId } from '../clock.ts';
import { PrivacySettings } from '../../domains/visibility/privacy-settings.entity.ts';
import { syncListing } from '../../domains/students/directory.service.ts';
import { ago, dayOf, found, idsByTitle, type SeedContext } from './context.ts';

/**
 * Students in the demo's directory, with the fields they show and the end of their search for a study partner. Maya has
 * not chosen yet; Chloé has declined.
 */
const LISTED: readonly (readonly [
  username: string,
  shows: readonly DirectoryField[] | null,
  partner?: readonly [title: string, days: number],
])[] = [
  ['tomas', DIRECTORY_FIELDS, ['Your first semester: a short course', 30]],
  [
    'linh',
    ['name', 'institution', 'field', 'courses'],
    ['Public lecture series: from the phone book to the cuckoo', 14],
  ],
  ['yusuf', DIRECTORY_FIELDS],
  ['aisha', DIRECTORY_FIELDS, ['Your first semester: a short course', 60]],
  ['jonas', ['name', 'institution']],
  ['priya', ['name', 'field', 'year', 'bio', 'courses']],
  ['kenji', ['field', 'year']],
  ['aparecida', DIRECTORY_FIELDS, ['One-page guide to choosing a test', 21]],
  ['chloe', null],
];

/** Inserts consents and study-partner flags, one listing after the other so that their dates differ. */
export async function seedDirectory({ em, now, idOf }: SeedContext): Promise<void> {
  const courses = await idsByTitle(em, 'courses');
  for (const [i, [username, shows, partner]] of LISTED.entries()) {
    const userId = idOf(username);
    const { createdAt } = ago(now, 20 + i * 40);
    await em.insert(PrivacySettings, {
      id: newId(),
      userId,
      directory: shows !== null,
      directoryFields: shows === null ? null : [...shows],
      createdAt,
      updatedAt: createdAt,
    });
    await syncListing(em, userId);
    await em.execute('update directory_listings set created_at = ? where user_id = ?', [createdAt, userId]);
    if (!partner) continue;
    const [title, days] = partner;
    const until = dayOf(now + days * DAY_MS);
    await em.execute('insert into study_partner_flags (user_id, course_id, until) values (?, ?, ?)', [
      userId,
      found(courses.get(title), title),
      until,
    ]);
  }
}
