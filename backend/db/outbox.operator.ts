import type { EntityManager } from '@mikro-orm/postgresql';
import { DOMAIN_EVENT_ATTEMPTS } from '../domain-events.ts';
import { read, type Timestamp } from './read.ts';

/** A domain event that failed as often as events are tried; an operator can retry it. */
export interface ParkedDomainEvent {
  id: string;
  name: string;
  payload: unknown;
  createdAt: Timestamp;
}

const PARKED = {
  name: 'outbox-parked',
  text: `select id, name, payload, created_at as "createdAt" from outbox where attempts >= $1 order by created_at, id
    limit $2`,
};
const RETRY = {
  name: 'outbox-retry',
  text: `update outbox set attempts = 0, next_attempt_at = created_at
    where attempts >= $1 and ($2::uuid is null or id = $2) returning id`,
};

/** Lists events whose handlers failed for good, oldest first. */
export function listParkedDomainEvents(em: EntityManager, limit: number): Promise<ParkedDomainEvent[]> {
  return read<ParkedDomainEvent>(em, PARKED, [DOMAIN_EVENT_ATTEMPTS, limit]);
}

/** Has the next sweep handle parked events again, one or with null all of them, and returns how many. */
export async function retryParkedDomainEvents(em: EntityManager, id: string | null): Promise<number> {
  return (await read(em, RETRY, [DOMAIN_EVENT_ATTEMPTS, id])).length;
}
