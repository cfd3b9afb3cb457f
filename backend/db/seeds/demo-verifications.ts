import { HOUR_MS } from '#shared/time.ts';
import type { VerificationState } from '#shared/api/verifications.ts';
import { User } from '../../domains/users/user.entity.ts';
import { Verification } from '../../domains/verifications/verification.entity.ts';
import { ago, found, type SeedContext } from './context.ts';

/** Verification requests by username, with the institution's decision, for the first profile entry that names it. */
const seedClaims: readonly (readonly [user: string, institution: string, status: VerificationState])[] = [
  ['daniel', 'northfield', 'confirmed'],
  ['ingrid', 'northfield', 'confirmed'],
  ['rosa', 'northfield', 'confirmed'],
  ['jonas', 'northfield', 'confirmed'],
  ['chloe', 'northfield', 'confirmed'],
  ['maya', 'northfield', 'pending'],
  ['tomas', 'northfield', 'pending'],
  ['aparecida', 'northfield', 'pending'],
  ['zhangwei', 'lumen', 'confirmed'],
  ['linh', 'lumen', 'confirmed'],
  ['aisha', 'lumen', 'pending'],
];

/** Inserts verification requests: some confirmed, some pending. */
export async function seedVerifications({ em, now, idOf }: SeedContext): Promise<void> {
  const users = new Map((await em.find(User, {})).map((user) => [user.id, user]));
  const named = (username: string) => found(users.get(idOf(username)), username);
  await em.insertMany(
    Verification,
    seedClaims.map(([username, institutionName, status], i) => {
      const [user, institution] = [named(username), named(institutionName)];
      const study = user.educationData.find((entry) => entry.institution === institution.fullName);
      const post = user.experienceData.find((entry) => entry.company === institution.fullName);
      const { id, start, end } = found(study ?? post, `an entry of ${username}`);
      // Members count in the numbers of an institution from the week after their confirmation on.
      const row = ago(now, (status === 'confirmed' ? 20 * 24 : 12) + i * 31);
      return {
        ...row,
        userId: user.id,
        institutionId: institution.id,
        entryId: found(id, `the id of an entry of ${username}`),
        entry: study
          ? {
              kind: 'education' as const,
              place: study.institution,
              what: [study.degree, study.field].filter(Boolean).join(', '),
              start,
              end,
            }
          : { kind: 'experience' as const, place: post?.company ?? '', what: post?.title ?? '', start, end },
        status,
        decidedAt: status === 'pending' ? null : new Date(row.createdAt.getTime() + 5 * HOUR_MS),
      };
    }),
  );
  for (const [username, institutionName, status] of seedClaims) {
    if (status !== 'confirmed') continue;
    const [user, institution] = [named(username), named(institutionName)];
    const isStudy = user.educationData.some((entry) => entry.institution === institution.fullName);
    user[isStudy ? 'educationVerifiedBy' : 'experienceVerifiedBy'] = institution.id;
  }
  await em.flush();
}
