import { createHash } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { v7 as uuidv7 } from 'uuid';
import { query, type Pool } from '../db/pool.ts';
import { messageVector } from '../domains/messages/message-index.service.ts';

/** RFC 6455, section 1.3. */
const WEBSOCKET_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

interface Sent {
  receiverId: string;
  clientId: string;
  content: string;
}

/** Written for this server, and not taken from the product: what is bad in the product's SQL shows in the ratio. */
const NEXT_SEQ = {
  name: 'bare-next-seq',
  text: `insert into conversations (id, low_id, high_id, last_seq) values ($1, least($2::uuid, $3), greatest($2, $3), 1)
    on conflict (low_id, high_id) do update set last_seq = conversations.last_seq + 1 returning id, last_seq`,
};
/** Stores message $1 from $2 to $3, and what the product stores with it: index, states and logs of both. */
const STORE = {
  name: 'bare-store',
  text: `with m as (
      insert into messages (id, sender_id, receiver_id, client_id, content, conversation_id, conversation_seq)
      values ($1, $2, $3, $4, $5, $6, $7)
    ), i as (
      insert into message_index (message_id, scopes, fts) values ($1, array[$6, $2, $3]::uuid[], $8::tsvector)
    ), s as (
      insert into conversation_state (conversation_id, user_id, last_at, has_unread)
      values ($6, $2, now(), false), ($6, $3, now(), true)
      on conflict (conversation_id, user_id) do update set last_at = excluded.last_at,
        has_unread = conversation_state.has_unread or excluded.has_unread
    ), l as (
      insert into user_logs (user_id, last_seq) select u, 1 from unnest(array[$2, $3]::uuid[]) u order by u
      on conflict (user_id) do update set last_seq = user_logs.last_seq + 1 returning user_id, last_seq
    )
    insert into user_log_entries (user_id, seq, kind, payload)
      select user_id, last_seq, 'new-message', jsonb_build_object('messageId', $1::uuid) from l`,
};

/**
 * A bare server for messages: the rows of a message in one transaction, without session, check or view. Sends the
 * stored row to the sockets of both members as a frame. The cookie `user` names the caller.
 */
export function handleMessages(server: Server, pool: Pool): (req: IncomingMessage, res: ServerResponse) => void {
  const sockets = new Map<string, Duplex>();
  server.on('upgrade', (req, socket: Duplex) => {
    const accept = createHash('sha1')
      .update(`${req.headers['sec-websocket-key'] ?? ''}${WEBSOCKET_GUID}`)
      .digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: ` +
        `Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    socket.on('error', () => socket.destroy());
    sockets.set(userOf(req), socket);
    push(socket, 'hello', {});
  });
  return (req, res) => {
    if (req.method === 'GET') return void res.setHeader('Content-Type', 'application/json').end('{"csrfToken":"none"}');
    let text = '';
    req.setEncoding('utf8');
    req.on('data', (chunk: string) => (text += chunk));
    req.on('end', () => {
      store(pool, userOf(req), JSON.parse(text) as Sent).then(
        (row) => {
          res.writeHead(201, { 'Content-Type': 'application/json' }).end(JSON.stringify(row));
          for (const id of [row.senderId, row.receiverId]) push(sockets.get(id), 'new-message', row);
        },
        () => res.writeHead(500).end(),
      );
    });
  };
}

async function store(
  pool: Pool,
  senderId: string,
  { receiverId, clientId, content }: Sent,
): Promise<{ senderId: string } & Sent> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const [conversation] = await query<{ id: string; last_seq: number }>(client, NEXT_SEQ, [
      uuidv7(),
      senderId,
      receiverId,
    ]);
    const { id, last_seq: lastSeq } = conversation ?? { id: null, last_seq: null };
    const vector = messageVector(content);
    await query(client, STORE, [uuidv7(), senderId, receiverId, clientId, content, id, lastSeq, vector]);
    await client.query('commit');
  } finally {
    client.release();
  }
  return { senderId, receiverId, clientId, content };
}

function userOf(req: IncomingMessage): string {
  return /user=([\w-]+)/.exec(req.headers.cookie ?? '')?.[1] ?? '';
}

/** A text frame of up to 64 kB (RFC 6455, section 5.2). */
function push(socket: Duplex | undefined, name: string, payload: object): void {
  const body = Buffer.from(`42${JSON.stringify([name, payload])}`);
  const head =
    body.length < 126
      ? Buffer.from([0x81, body.length])
      : Buffer.from([0x81, 126, body.length >> 8, body.length & 0xff]);
  socket?.write(Buffer.concat([head, body]));
}
