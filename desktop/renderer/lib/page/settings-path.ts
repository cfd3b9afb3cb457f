import type { Role } from '#shared/api/endpoint.ts';

/** Returns the path of a settings section for a role: creators have them in the Library. Other paths are unchanged. */
export function settingsPathFor(role: Role | undefined, path: string): string {
  const section = /^\/settings#([\w-]+)$/.exec(path)?.[1];
  return role === 'creator' && section !== undefined ? `/library?settings=${section}` : path;
}
