import { connect, type Socket } from 'node:net';

/** A request that is written to a socket; `body` is the declared length of a body that is never sent. */
interface RawRequest {
  path: string;
  body?: number;
}

/** Writes a request to a connection of its own. `status` is that of the response. */
export function sendRaw(
  { url, headers }: { url: string; headers: Record<string, string> },
  { path, body }: RawRequest,
): { socket: Socket; status: Promise<number> } {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const all = {
    host: new URL(url).host,
    origin: url,
    ...headers,
    ...(body === undefined ? { connection: 'close' } : { 'content-type': 'application/json', 'content-length': body }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const status = new Promise<number>((resolve) => {
    socket.once('data', (data) => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(String(data))?.[1])));
    socket.on('error', () => undefined).on('close', () => resolve(0));
  });
  return { socket, status };
}
