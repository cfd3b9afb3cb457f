import { defineEntity, p } from '@mikro-orm/core';
import type { MarkedList } from '#shared/api/saved.ts';
import { updatedAtColumn } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';

const MarkerSchema = defineEntity({
  name: 'Marker',
  tableName: 'markers',
  primaryKeys: ['userId', 'list'],
  properties: {
    userId: () => p.manyToOne(User).mapToPk().primary().fieldName('user_id').deleteRule('cascade'),
    list: p.text().$type<MarkedList>().primary(),
    lastSeenId: p.uuid(),
    updatedAt: updatedAtColumn(),
  },
});

/** How far a user has read a list; it only moves forward, and its UUIDv7 contains the time. */
export class Marker extends MarkerSchema.class {}
MarkerSchema.setClass(Marker);
