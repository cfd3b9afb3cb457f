import { defineEntity, p } from '@mikro-orm/core';
import type { PresenceState } from '#shared/api/presence.ts';
import { User } from '../users/user.entity.ts';

const PresenceNodeSchema = defineEntity({
  name: 'PresenceNode',
  tableName: 'presence_nodes',
  properties: {
    id: p.uuid().primary(),
    /** When the node last said that it lives. */
    beatAt: p.datetime(3).defaultRaw('now()'),
  },
});

/** A running backend, while it says so. */
export class PresenceNode extends PresenceNodeSchema.class {}
PresenceNodeSchema.setClass(PresenceNode);

const PresenceSchema = defineEntity({
  name: 'Presence',
  tableName: 'presences',
  properties: {
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').primary().deleteRule('cascade'),
    nodeId: () => p.manyToOne(PresenceNode).mapToPk().fieldName('node_id').primary().deleteRule('cascade'),
    state: p.text().$type<Exclude<PresenceState, 'offline'>>(),
  },
  indexes: [{ name: 'presences_node_index', properties: ['nodeId'] }],
  checks: [{ name: 'presences_state_check', expression: `state in ('online', 'away')` }],
});

/** Someone with a device at a node. Both tables are not logged: after a crash of Postgres the nodes fill them again. */
export class Presence extends PresenceSchema.class {}
PresenceSchema.setClass(Presence);
