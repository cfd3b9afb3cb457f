import { startPathOf } from './roles.ts';
import type { Role } from '#shared/api/endpoint.ts';

/**
 * Returns the path to open after sign-in: `?next=` when it is same-origin, else the start. Creators are led to the item
 * that it names, in the Library, and else to their start.
 */
export function pathAfterSignIn(role: Role, next: string | null, origin: string): string {
  if (next === null) return startPathOf(role);
  const path = sameOriginPath(next, origin);
  if (role === 'creator') return startPathOf(role) + (/[?&]item=[\w-]+/.exec(path ?? '')?.[0].replace('&', '?') ?? '');
  return path === undefined || path.startsWith('/auth') || path === '/' ? startPathOf(role) : path;
}

/** Returns path, query and fragment of an address on `origin`; undefined for any other, including `//host`. */
function sameOriginPath(next: string, origin: string): string | undefined {
  if (!next.startsWith('/') || !URL.canParse(next, origin)) return undefined;
  const url = new URL(next, origin);
  // `/..//host` is normalised to `//host`, which names another origin when it is parsed again.
  return url.origin === origin && !url.pathname.startsWith('//')
    ? `${url.pathname}${url.search}${url.hash}`
    : undefined;
}
