import { useRef } from 'react';
import type { CallOptions } from './api-client.ts';

/** Sends a write with the key that identifies it; see {@link useOnce}. */
export type Once = <Result>(content: unknown, send: (options: CallOptions) => Promise<Result>) => Promise<Result>;

/**
 * Returns a function that sends a write of some content. A failed write that is sent again with the same content has
 * the same idempotency key, so that a retry after a lost response changes nothing a second time. After a success, or
 * with another content, the key is a new one.
 */
export function useOnce(): Once {
  const failed = useRef({ content: '', key: '' });
  return async (value, send) => {
    const content = JSON.stringify(value);
    if (failed.current.content !== content) failed.current = { content, key: crypto.randomUUID() };
    const result = await send({ idempotencyKey: failed.current.key });
    failed.current = { content: '', key: '' };
    return result;
  };
}
