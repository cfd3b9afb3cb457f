import type { EntityManager } from '@mikro-orm/postgresql';
import { read, repeat } from '../../db/read.ts';

/** Removes a user ($1) from the calls in which the user has a role. */
const withoutUser = (role: 'caller' | 'callee') => `with gone as (
    update calls set ${role}_id = null, ${role}_party = null, quality = quality - '${role}'
      where id in (select id from calls where ${role}_id = $1 limit 1000) returning 1)
  select count(*)::int as taken from gone`;
const CALLER = { name: 'deletion-calls-caller', text: withoutUser('caller') };
const CALLEE = { name: 'deletion-calls-callee', text: withoutUser('callee') };
const WITHOUT_READER = {
  name: 'deletion-calls-without-reader',
  text: 'delete from calls where caller_id is null and callee_id is null',
};

/** Removes a user from their calls, and deletes calls whose other account is deleted too. */
export async function eraseCalls(tx: EntityManager, userId: string): Promise<void> {
  await repeat(tx, CALLER, userId);
  await repeat(tx, CALLEE, userId);
  await read(tx, WITHOUT_READER, []);
}
