import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';
import { Advertisement } from './advertisement.entity.ts';

const AdHideSchema = defineEntity({
  name: 'AdHide',
  tableName: 'ad_hides',
  properties: {
    userId: () => p.manyToOne(User).mapToPk().primary().fieldName('user_id').deleteRule('cascade'),
    advertisementId: () =>
      p.manyToOne(Advertisement).mapToPk().primary().fieldName('advertisement_id').deleteRule('cascade'),
    createdAt: createdAtColumn(),
  },
  indexes: [{ name: 'ad_hides_advertisement_index', properties: ['advertisementId'] }],
});

/** An advertisement that a member does not want to see again. */
export class AdHide extends AdHideSchema.class {}
AdHideSchema.setClass(AdHide);
