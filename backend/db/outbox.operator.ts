import type { EntityManager } from '@mikro-orm/postgresql';
import { FACT_ATTEMPTS } from '../facts.ts';
import { read, type Timestamp } from './read.ts';

/** A fact that was tried as often as facts are, and waits for an operator. */
export interface ParkedFact {
  id: string;
  fact: string;
  payload: unknown;
  createdAt: Timestamp;
}

const PARKED = {
  name: 'outbox-parked',
  text: 'select id, fact, payload, created_at as "createdAt" from outbox where attempts >= $1 order by created_at, id limit $2',
};
const RETRY = {
  name: 'outbox-retry',
  text: 'update outbox set attempts = 0 where attempts >= $1 and ($2::uuid is null or id = $2) returning id',
};

/** Lists facts whose announcement failed for good, oldest first. */
export function listParkedFacts(em: EntityManager, limit: number): Promise<ParkedFact[]> {
  return read<ParkedFact>(em, PARKED, [FACT_ATTEMPTS, limit]);
}

/** Lets parked facts be announced again by the next sweep, one or with null all of them, and answers how many. */
export async function retryParkedFacts(em: EntityManager, id: string | null): Promise<number> {
  return (await read(em, RETRY, [FACT_ATTEMPTS, id])).length;
}
