import { defineEntity, p } from '@mikro-orm/core';
import { createdAtColumn } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const KnownDeviceSchema = defineEntity({
  name: 'KnownDevice',
  tableName: 'known_devices',
  properties: {
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').primary().deleteRule('cascade'),
    deviceId: p.uuid().primary(),
    firstUsedAt: createdAtColumn(),
    lastUsedAt: createdAtColumn(),
  },
  indexes: [{ name: 'known_devices_last_used_at_index', properties: ['lastUsedAt'] }],
});

/** A browser in which a user has signed in; its id is in a signed cookie. */
export class KnownDevice extends KnownDeviceSchema.class {}
KnownDeviceSchema.setClass(KnownDevice);
