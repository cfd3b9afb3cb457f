import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn, idColumn } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const TwoFactorSchema = defineEntity({
  name: 'TwoFactor',
  tableName: 'two_factor',
  properties: {
    id: idColumn(),
    userId: () =>
      p.manyToOne(User).mapToPk().fieldName('user_id').unique('two_factor_user_id_unique').deleteRule('cascade'),
    secret: p.blob().hidden(),
    /** The last step of 30 s whose code was used, so that no code works twice. */
    lastStep: p.integer().default(0),
    createdAt: createdAtColumn(),
    enabledAt: p.datetime(3).nullable(),
  },
});

/** The second factor of an account (RFC 6238): its encrypted key and when it was enabled; null during the set-up. */
export class TwoFactor extends TwoFactorSchema.class {}
TwoFactorSchema.setClass(TwoFactor);
