import pg from 'pg';
import { listUnsafeSettings } from '../../backend/db/durability.ts';
import { createPool } from '../../backend/db/pool.ts';
import { LauncherError } from '../postgres.ts';
import type { Evidence, StoredCursor, StoredEvent, StoredMessage } from './checker.ts';

/** The stored part of the evidence. */
export type Stored = Pick<Evidence, 'messages' | 'conversations' | 'events' | 'logs' | 'cursors'>;

/** Whether an entry `e` is not delivered any more, because its connection was removed. */
const IS_GONE = `(kind in ('connection-created', 'connection-updated')
  and not exists (select 1 from connections c where c.id = (e.payload->>'connectionId')::uuid))`;

/** Runs work with a connection of its own. */
export async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Reads the stored records in one transaction. */
export async function readStored(databaseUrl: string): Promise<Stored> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const rows = async <Row>(text: string): Promise<Row[]> => (await client.query(text)).rows as Row[];
    return {
      messages: await rows<StoredMessage>(
        `select id, content as tag, sender_id as "senderId", conversation_id as "conversationId",
          conversation_seq as "conversationSeq" from messages`,
      ),
      conversations: await rows(`select id, last_seq as "lastSeq" from conversations`),
      events: await rows<StoredEvent>(
        `select user_id as "userId", seq::int as seq, kind, case kind when 'new-message' then payload->>'messageId'
           when 'message-read' then concat_ws(' ', payload->>'readerId', payload->>'conversationId',
             payload->>'upToSeq') else '' end as subject, ${IS_GONE} as "isGone"
         from user_log_entries e`,
      ),
      logs: await readStreams(client),
      cursors: await rows<StoredCursor>(
        `select r.user_id as "userId", r.conversation_id as "conversationId", r.seq, case when c.low_id = r.user_id
          then c.high_id else c.low_id end as "peerId"
         from read_cursors r join conversations c on c.id = r.conversation_id`,
      ),
    };
  } finally {
    await client.end();
  }
}

/** Reads the last sequence number of each user log. */
export async function readPositions(databaseUrl: string): Promise<Map<string, number>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return new Map((await readStreams(client)).map(({ userId, lastSeq }) => [userId, lastSeq]));
  } finally {
    await client.end();
  }
}

async function readStreams(client: pg.Client): Promise<{ userId: string; lastSeq: number }[]> {
  return (await client.query(`select user_id as "userId", last_seq::int as "lastSeq" from user_logs`)).rows as {
    userId: string;
    lastSeq: number;
  }[];
}

/** Connects all members with each other, so that everyone may write to everyone. */
export async function connectAll(databaseUrl: string, userIds: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into connections (id, user_id, connected_user_id, status, created_at, responded_at)
       select gen_random_uuid(), a, b, 'accepted', now(), now() from unnest($1::uuid[]) a cross
         join unnest($1::uuid[]) b where a < b`,
      [userIds],
    );
  } finally {
    await client.end();
  }
}

/**
 * Checks the durability settings. A kill cannot prove them, because the page cache of the system survives it.
 *
 * @throws LauncherError.
 */
export async function checkDurable(databaseUrl: string): Promise<void> {
  const pool = createPool(databaseUrl, { max: 1 });
  try {
    const unsafe = await listUnsafeSettings(pool);
    if (unsafe.length > 0) throw new LauncherError(`The Postgres of this run is not durable: ${unsafe.join(', ')}`);
  } finally {
    await pool.end();
  }
}
