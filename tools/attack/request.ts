import { Agent, request, type IncomingHttpHeaders } from 'node:http';

/** A request of an attacker, with full control over its headers and its loopback address. */
export interface AttackRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Source address, such as 127.0.0.7. */
  from?: string | undefined;
}

/** A response; `status` is 0 when the connection was closed without one. */
export interface AttackResponse {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
}

/** Longer than any request of the product takes on a busy machine. */
const PATIENCE_MS = 60_000;
const LOST: AttackResponse = { status: 0, headers: {}, bytes: Buffer.alloc(0), text: '' };
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends a request to an origin. A connection that the server has closed while it was idle is replaced once. */
export async function sendRequest(url: string, options: AttackRequest): Promise<AttackResponse> {
  const first = await sendOnce(url, options);
  return first.response ?? (first.isReused ? (await sendOnce(url, options)).response : null) ?? LOST;
}

function sendOnce(
  url: string,
  { method, path, headers = {}, body, from }: AttackRequest,
): Promise<{ response: AttackResponse | null; isReused: boolean }> {
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(
      `${url}${path}`,
      { method, agent, headers: { ...length, ...headers }, ...(from !== undefined && { localAddress: from }) },
      (received) => {
        const chunks: Buffer[] = [];
        received.on('data', (chunk: Buffer) => chunks.push(chunk));
        const end = (): void => {
          const bytes = Buffer.concat(chunks);
          const { statusCode = 0, headers: given } = received;
          resolve({ response: { status: statusCode, headers: given, bytes, text: bytes.toString() }, isReused: false });
        };
        received.on('end', end).on('error', end);
      },
    );
    sent.setTimeout(PATIENCE_MS, () => sent.destroy());
    sent.on('error', () => resolve({ response: null, isReused: sent.reusedSocket }));
    sent.end(body);
  });
}
