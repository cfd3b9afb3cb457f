import type { UploadSessionInput } from '#shared/api/files.ts';
import type { TestResponse, TestClient } from './test-client.ts';

/** A request of tus 1.0; `headers` replace those of the protocol, null omits one. */
export interface TusRequest {
  bytes?: Uint8Array;
  offset?: number;
  headers?: Record<string, string | null>;
  signal?: AbortSignal;
}

/** Sends a HEAD or PATCH of tus 1.0 as the real client does. */
export async function sendTus(
  client: TestClient,
  [method, url]: readonly ['PATCH' | 'HEAD', string],
  { bytes, offset = 0, headers = {}, signal }: TusRequest = {},
): Promise<TestResponse> {
  const token = await client.token(signal ? { signal } : {});
  const own: Record<string, string | null> = {
    cookie: client.cookie,
    origin: client.origin,
    'csrf-token': token,
    'tus-resumable': '1.0.0',
    ...(method === 'PATCH' && { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }),
    ...headers,
  };
  const sent = Object.fromEntries(Object.entries(own).filter((entry): entry is [string, string] => entry[1] !== null));
  const response = await fetch(client.url + url, {
    method,
    headers: sent,
    ...(bytes && { body: new Uint8Array(bytes) }),
    ...(signal && { signal }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text.startsWith('{') ? JSON.parse(text) : text) as TestResponse['body'],
  };
}

/**
 * Uploads a file through a session, for a message unless `purpose` is given. Returns the final state, or the first
 * refusal.
 */
export async function uploadBySession(
  client: TestClient,
  bytes: Uint8Array,
  input: Omit<UploadSessionInput, 'size' | 'purpose'> & Partial<Pick<UploadSessionInput, 'purpose'>>,
): Promise<TestResponse> {
  const begun = await client.post('/api/uploads/sessions', {
    body: { purpose: 'message-file', size: bytes.length, ...input },
  });
  if (begun.status !== 201) return begun;
  const url = String(begun.body['url']);
  const sent = await sendTus(client, ['PATCH', url], { bytes });
  if (sent.status !== 204) return sent;
  const done = await client.get(url);
  return done.status === 200 ? { ...done, status: 201, body: done.body['file'] as TestResponse['body'] } : done;
}
