import { read, type Reader } from '../../db/read.ts';

const CLEAR = { name: 'answer-times-clear', text: 'delete from answer_times' };
const STORE = {
  name: 'answer-times-store',
  text: `insert into answer_times (user_id, answered, median_minutes)
    select u.id, r.answered, r.median_minutes
    from jsonb_to_recordset($1::jsonb) as r (user_id uuid, answered int, median_minutes int)
      join users u on u.id = r.user_id`,
};

const STORED_AT_ONCE = 5_000;

/** How soon an author answers questions; `median_minutes` is null when fewer than half are answered. */
export interface AnswerTimeRow {
  user_id: string;
  answered: number;
  median_minutes: number | null;
}

/** Replaces the answer times of all authors. */
export async function storeAnswerTimes(tx: Reader, rows: readonly AnswerTimeRow[]): Promise<void> {
  await read(tx, CLEAR, []);
  for (let at = 0; at < rows.length; at += STORED_AT_ONCE)
    await read(tx, STORE, [JSON.stringify(rows.slice(at, at + STORED_AT_ONCE))]);
}
