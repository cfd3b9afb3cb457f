import { defineEntity, p } from '@mikro-orm/core';
import type { PresenceIntents } from '#shared/realtime/presence.ts';
import { User } from '../users/user.entity.ts';

const PresenceNodeSchema = defineEntity({
  name: 'PresenceNode',
  tableName: 'presence_nodes',
  properties: {
    id: p.uuid().primary(),
    /** Time of the last heartbeat. */
    beatAt: p.datetime(3).defaultRaw('now()'),
    /** Name of the machine and of its last start. */
    host: p.text(),
    /** Process id on the machine; null once the node is stopping. */
    pid: p.integer().nullable(),
  },
});

/** A running backend node, alive while its heartbeat is recent. */
export class PresenceNode extends PresenceNodeSchema.class {}
PresenceNodeSchema.setClass(PresenceNode);

const PresenceSchema = defineEntity({
  name: 'Presence',
  tableName: 'presences',
  properties: {
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').primary().deleteRule('cascade'),
    nodeId: () => p.manyToOne(PresenceNode).mapToPk().fieldName('node_id').primary().deleteRule('cascade'),
    state: p.text().$type<PresenceIntents['presence']['state']>(),
  },
  indexes: [{ name: 'presences_node_index', properties: ['nodeId'] }],
  checks: [{ name: 'presences_state_check', expression: `state in ('online', 'idle', 'away')` }],
});

/** A user with a device on a node. Both tables are unlogged: the nodes write them again after a crash of Postgres. */
export class Presence extends PresenceSchema.class {}
PresenceSchema.setClass(Presence);
