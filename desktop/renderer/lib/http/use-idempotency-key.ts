import { useRef } from 'react';

/**
 * Returns a function that gives the idempotency key of a content, the same as long as the content is the same: a retry
 * after a lost response creates no second record.
 */
export function useIdempotencyKey(): (content: unknown) => string {
  const last = useRef({ content: '', key: '' });
  return (value) => {
    const content = JSON.stringify(value);
    if (last.current.content !== content) last.current = { content, key: crypto.randomUUID() };
    return last.current.key;
  };
}
