import type { Role } from '#shared/api/endpoint.ts';

/** The address under which a role finds what an article leads to: creators open their settings over the Library. */
export function pathFor(role: Role, path: string): string {
  const section = /^\/settings#([\w-]+)$/.exec(path)?.[1];
  return role === 'creator' && section !== undefined ? `/library?settings=${section}` : path;
}
