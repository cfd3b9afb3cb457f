import { defineEntity, p } from '@mikro-orm/core';
import type { ClaimedEntry, VerificationState } from '#shared/api/verifications.ts';
import { createdAtColumn, idColumn, sqlIndex } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const VerificationSchema = defineEntity({
  name: 'Verification',
  tableName: 'verifications',
  properties: {
    id: idColumn(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    institutionId: () => p.manyToOne(User).mapToPk().fieldName('institution_id').deleteRule('cascade'),
    /** Id of the profile entry in education or experience. */
    entryId: p.uuid(),
    /** The entry as it was claimed; the claim ends when the entry changes. */
    entry: p.json<ClaimedEntry>(),
    status: p.text().$type<VerificationState>().default('pending'),
    createdAt: createdAtColumn(),
    decidedAt: p.datetime(3).nullable(),
  },
  uniques: [{ name: 'verifications_entry_unique', properties: ['userId', 'entryId'] }],
  indexes: [
    sqlIndex(
      'verifications_institution_list',
      '"verifications" ("institution_id", "status", "created_at" desc, "id" desc)',
    ),
  ],
  checks: [
    { name: 'verifications_status_check', expression: `status in ('pending', 'confirmed', 'declined', 'revoked')` },
    { name: 'verifications_pair_check', expression: 'user_id <> institution_id' },
  ],
});

/** A user's request that an institution confirms an entry of their profile. */
export class Verification extends VerificationSchema.class {}
VerificationSchema.setClass(Verification);
