import pg from 'pg';
import { CONTENT_INVARIANTS } from './content.ts';
import { DELIVERY_INVARIANTS } from './delivery.ts';
import type { Invariant } from './invariant.ts';
import { LEARNING_INVARIANTS } from './learning.ts';
import { PEOPLE_INVARIANTS } from './people.ts';

/** What the database must contain after a run of faults, whatever happened in it. */
export const INVARIANTS: readonly Invariant[] = [
  ...CONTENT_INVARIANTS,
  ...PEOPLE_INVARIANTS,
  ...LEARNING_INVARIANTS,
  ...DELIVERY_INVARIANTS,
];

/** A statement that does not hold. */
export interface Violation {
  name: string;
  means: string;
  count: number;
  /** The first violations. */
  examples: string[];
}

const EXAMPLES_MAX = 3;

/** Returns the invariants that do not hold in the database, in one snapshot. */
export async function checkInvariants(client: Pick<pg.Client, 'query'>): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const { name, means, sql } of INVARIANTS) {
    const { rows } = await client.query<{ count: number; examples: string[] | null }>(
      `select count(*)::int as count, (array_agg(what))[1:${EXAMPLES_MAX}] as examples from (${sql}) v`,
    );
    const [found] = rows;
    if (found && found.count > 0) violations.push({ name, means, count: found.count, examples: found.examples ?? [] });
  }
  return violations;
}
