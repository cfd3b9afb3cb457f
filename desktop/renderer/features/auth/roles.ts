import type { Role } from '#shared/api/endpoint.ts';

// The texts of the roles are in role-texts.ts: this file is part of every first load.
/** Returns the page a role starts on. */
export function startPathOf(role: Role): '/home' | '/library' {
  return role === 'creator' ? '/library' : '/home';
}
