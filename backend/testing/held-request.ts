import { request } from 'node:http';

/** A request as a browser sends it, with its cookies and its Idempotency-Key among the headers. */
export interface HeldRequest {
  path: string;
  body: unknown;
  headers: Record<string, string>;
}

/**
 * Sends a POST to a server except for the last byte of its body, and resolves when the server has received the rest.
 * `release` sends the last byte and returns the status of the response.
 */
export function holdRequest(
  url: string,
  { path, body, headers }: HeldRequest,
): Promise<{ release: () => Promise<number> }> {
  const text = JSON.stringify(body);
  const type = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  const held = request(`${url}${path}`, { method: 'POST', headers: { ...headers, ...type, expect: '100-continue' } });
  const status = new Promise<number>((resolve, reject) => {
    held.on('error', reject).on('response', (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
  });
  held.write(text.slice(0, -1));
  const release = (): Promise<number> => {
    held.end(text.slice(-1));
    return status;
  };
  // RFC 9110 10.1.1: the server asks for the body of a request that it has received.
  return new Promise((resolve) => held.on('continue', () => resolve({ release })));
}
