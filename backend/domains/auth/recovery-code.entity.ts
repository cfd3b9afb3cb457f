import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn, idColumn } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const RecoveryCodeSchema = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_codes',
  properties: {
    id: idColumn(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    codeHash: p.blob().hidden(),
    createdAt: createdAtColumn(),
  },
  uniques: [{ name: 'recovery_codes_code_unique', properties: ['userId', 'codeHash'] }],
});

/** An unused recovery code, stored as a keyed hash; the row is deleted on use. */
export class RecoveryCode extends RecoveryCodeSchema.class {}
RecoveryCodeSchema.setClass(RecoveryCode);
