import { afterEach, expect, it, vi } from 'vitest';
import { NetworkError } from './errors.ts';
import { loadBytes } from './file-bytes.ts';

afterEach(() => vi.unstubAllGlobals());

const answer = (body: string, status: number) => {
  const send = vi.fn(async (_url: string, _init: RequestInit) => new Response(body, { status }));
  vi.stubGlobal('fetch', send);
  return send;
};
const textOf = async (bytes: Promise<Uint8Array>): Promise<string> => new TextDecoder().decode(await bytes);

it('asks for a part by its first and last byte', async () => {
  const send = answer('cde', 206);
  expect(await textOf(loadBytes('/api/files/1', { range: { start: 2, end: 5 } }))).toBe('cde');
  expect(send.mock.calls[0]?.[1].headers).toEqual({ Range: 'bytes=2-4' });
});

it('takes the part out of a whole file', async () => {
  answer('abcdefgh', 200);
  expect(await textOf(loadBytes('/api/files/1', { range: { start: 2, end: 5 } }))).toBe('cde');
});

it('loads a whole file without a range', async () => {
  const send = answer('abc', 200);
  expect(await textOf(loadBytes('/api/files/1'))).toBe('abc');
  expect(send.mock.calls[0]?.[1].headers).toEqual({});
});

it('rejects with the status of the response, and with a network error when unreachable', async () => {
  answer('Not found', 404);
  await expect(loadBytes('/api/files/1')).rejects.toMatchObject({ name: 'ApiError', status: 404 });
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  await expect(loadBytes('/api/files/1')).rejects.toBeInstanceOf(NetworkError);
});
