import { createHash } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { v7 as uuidv7 } from 'uuid';
import type { Pool } from '../db/pool.ts';
import { transactOnPool } from '../db/transact.ts';
import { messageVector } from '../domains/messages/message-index.service.ts';
import { MESSAGE_WRITES } from '../domains/messages/messages.send.ts';

/** RFC 6455, section 1.3. */
const WEBSOCKET_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

interface Sent {
  receiverId: string;
  clientId: string;
  content: string;
}

/**
 * A bare server for messages: the product's own writes in one transaction, without session, check or view. Sends the
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
  const id = uuidv7();
  await transactOnPool(pool, async (client) => {
    const { rows } = await client.query<{ id: string; last_seq: number }>({
      ...MESSAGE_WRITES.nextSeq,
      values: [uuidv7(), senderId, receiverId, true],
    });
    const [conversation] = rows;
    await client.query({
      ...MESSAGE_WRITES.store,
      values: [
        senderId,
        id,
        receiverId,
        clientId,
        content,
        conversation?.id,
        conversation?.last_seq,
        null,
        null,
        null,
        null,
        messageVector(content) || null,
      ],
    });
  });
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
