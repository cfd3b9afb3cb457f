import { startPathOf } from './roles.ts';
import type { Role } from '#shared/api/endpoint.ts';

/** Where sign-in leads: the address in `?next=` when it is one of ours and the role has a choice, else the role's start. */
export function pathAfterSignIn(role: Role, next: string | null, origin: string): string {
  // A creator always goes to the Library. Source: spec section 2.
  if (role === 'creator' || next === null) return startPathOf(role);
  const path = sameOriginPath(next, origin);
  return path === undefined || path.startsWith('/auth') || path === '/' ? startPathOf(role) : path;
}

/** The path, query and anchor of an address on `origin`; undefined for any other, `//host` and `javascript:` included. */
function sameOriginPath(next: string, origin: string): string | undefined {
  if (!next.startsWith('/') || !URL.canParse(next, origin)) return undefined;
  const url = new URL(next, origin);
  // `/..//host` becomes `//host`, which names another origin when it is read again.
  return url.origin === origin && !url.pathname.startsWith('//')
    ? `${url.pathname}${url.search}${url.hash}`
    : undefined;
}
