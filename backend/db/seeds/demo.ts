import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import { databaseNowMs, newId } from '../clock.ts';
import { transact } from '../transact.ts';
import { claimStore } from '../../domains/files/file-cleanup.ts';
import { createFileStore } from '../../gateways/file-store.ts';
import { countAnswerTimes } from '../../domains/analytics/answer-times.service.ts';
import { countMembers } from '../../domains/analytics/members.service.ts';
import { countMetrics } from '../../domains/analytics/metrics.service.ts';
import { metricParts } from '../../metrics.ts';
import { User } from '../../domains/users/user.entity.ts';
import { UserPreferences } from '../../domains/preferences/user-preferences.entity.ts';
import { DEMO_PASSWORD } from './accounts.ts';
import { ago, found, type SeedContext, type SeedSettings } from './context.ts';
import { people } from './people.ts';
import { seedClasses } from './demo-classes.ts';
import { seedCourses } from './demo-courses.ts';
import { seedDirectory } from './demo-directory.ts';
import { seedLearning } from './demo-learning.ts';
import { seedItemNotifications } from './demo-notifications.ts';
import { seedNumbers } from './demo-numbers.ts';
import { seedOfferings } from './demo-offerings.ts';
import { seedPosts } from './demo-posts.ts';
import { seedProgress } from './demo-progress.ts';
import { seedSocial } from './demo-social.ts';
import { seedVerifications } from './demo-verifications.ts';

/** Advisory lock of the seeding process, so that two that start at once do not both fill the database. */
const SEED_LOCK = 1_306_246_271;

/**
 * Fills an empty database with demo accounts and content in one transaction, and counts their numbers. Returns false
 * and writes nothing when accounts exist.
 */
export async function seedDemo(orm: MikroORM, { dataDir }: SeedSettings): Promise<boolean> {
  await claimStore(orm.em.fork(), createFileStore(join(dataDir, 'files')));
  const isFilled = await transact(orm.em.fork(), async (em) => {
    await em.execute('select pg_advisory_xact_lock(?)', [SEED_LOCK]);
    if ((await em.count(User)) > 0) return false;
    const now = databaseNowMs();
    const ids = await seedPeople(em, now);
    const context: SeedContext = { em, now, dataDir, idOf: (username) => found(ids.get(username), username) };
    await seedCourses(context);
    await seedPosts(context);
    await seedOfferings(context);
    await seedLearning(context);
    await seedClasses(context);
    await seedDirectory(context);
    await seedSocial(context);
    await seedVerifications(context);
    await seedNumbers(context);
    await seedProgress(context);
    await seedItemNotifications(context);
    return true;
  });
  if (isFilled) {
    await countMetrics(orm.em.fork(), metricParts);
    await countMembers(orm.em.fork(), metricParts);
    await countAnswerTimes(orm.em.fork(), metricParts);
  }
  return isFilled;
}

async function seedPeople(em: EntityManager, now: number): Promise<Map<string, string>> {
  const password = await hash(DEMO_PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const rows = people.map(({ education = [], experience = [], ...person }, i) => {
    const { id, createdAt } = ago(now, (60 * DAY_MS - i * (DAY_MS + 37 * MINUTE_MS)) / HOUR_MS);
    return {
      ...person,
      id,
      password,
      email: `${person.username}@lyceum.example`,
      educationData: education.map((entry) => ({ id: newId(), ...entry })),
      experienceData: experience.map((entry) => ({ id: newId(), ...entry })),
      createdAt,
      updatedAt: createdAt,
      emailVerifiedAt: createdAt,
    };
  });
  await em.insertMany(User, rows);
  await em.insertMany(
    UserPreferences,
    rows.map(({ id, createdAt }) => ({ id: newId(), userId: id, createdAt, updatedAt: createdAt })),
  );
  return new Map(rows.map((row) => [row.username, row.id]));
}
