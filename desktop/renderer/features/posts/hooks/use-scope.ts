import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { POST_SCOPES, type PostScope } from '#shared/api/posts.ts';

function toScope(text: string | null): PostScope | undefined {
  return POST_SCOPES.find((scope) => scope === text);
}

function keyOf(userId: string): string {
  return `feed-scope:${userId}`;
}

function loadScope(userId: string): PostScope | undefined {
  try {
    return toScope(localStorage.getItem(keyOf(userId)));
  } catch {
    return undefined;
  }
}

function saveScope(userId: string, scope: PostScope): void {
  try {
    localStorage.setItem(keyOf(userId), scope);
  } catch {
    // Only costs a click at the next visit.
  }
}

/**
 * The feed on screen, from the address; without one there, the last choice between All and Network on this device, else
 * Network for who has connections. Source: decision 10.
 */
export function useScope(user: { id: string; connectionCount: number }): [PostScope, (scope: PostScope) => void] {
  const [params, setParams] = useSearchParams();
  const named = toScope(params.get('scope'));
  const scope = named ?? loadScope(user.id) ?? (user.connectionCount > 0 ? 'network' : 'all');
  useEffect(() => {
    if (named === 'all' || named === 'network') saveScope(user.id, named);
  }, [named, user.id]);
  const choose = useCallback((next: PostScope) => setParams({ scope: next }, { preventScrollReset: true }), [setParams]);
  return [scope, choose];
}
