import { defineEntity, p } from '@mikro-orm/core';
import { CALL_END_REASONS, CALL_TYPES, type CallEndReason, type CallRoute, type CallType } from '#shared/api/calls.ts';
import { idColumn, sqlIndex } from '../../db/columns.ts';
import { User } from '../users/user.entity.ts';
import type { CallQuality, CallRole } from './live-call.ts';

const listOf = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

const CallSchema = defineEntity({
  name: 'Call',
  tableName: 'calls',
  properties: {
    id: idColumn(),
    callerId: () => p.manyToOne(User).mapToPk().fieldName('caller_id').nullable().deleteRule('set null'),
    calleeId: () => p.manyToOne(User).mapToPk().fieldName('callee_id').nullable().deleteRule('set null'),
    type: p.text().$type<CallType>(),
    route: p.text().$type<CallRoute>(),
    createdAt: p.datetime(3),
    /** When the first device of the callee rang. */
    ringingAt: p.datetime(3).nullable(),
    answeredAt: p.datetime(3).nullable(),
    endedAt: p.datetime(3).nullable(),
    endReason: p.text().$type<CallEndReason>().nullable(),
    endedBy: p.text().$type<CallRole | 'server'>().nullable(),
    callerParty: p.uuid().nullable(),
    calleeParty: p.uuid().nullable(),
    /** The invitation of the callee that answered this call, since both members called each other. */
    replaces: p.uuid().nullable(),
    /** When a device of an active call last reported, to within a minute. */
    seenAt: p.datetime(3).nullable(),
    /** What the devices of the two sides have measured. */
    quality: p.json<Partial<Record<CallRole, CallQuality>>>().defaultRaw(`'{}'`),
  },
  indexes: [
    sqlIndex('calls_caller_list', '"calls" ("caller_id", "created_at" desc, "id" desc)'),
    sqlIndex('calls_callee_list', '"calls" ("callee_id", "created_at" desc, "id" desc)'),
    sqlIndex('calls_ended_index', '"calls" ("ended_at")'),
    sqlIndex('calls_open_index', '"calls" ("created_at") where ended_at is null'),
  ],
  checks: [
    { name: 'calls_pair_check', expression: 'caller_id <> callee_id' },
    { name: 'calls_type_check', expression: `type in (${listOf(CALL_TYPES)})` },
    { name: 'calls_end_reason_check', expression: `end_reason in (${listOf(CALL_END_REASONS)})` },
  ],
});

/** One call of two members; the id of a deleted account is null. A row that has ended does not change any more. */
export class Call extends CallSchema.class {}
CallSchema.setClass(Call);
