import type { Role } from '#shared/api/endpoint.ts';

/**
 * The address under which a role finds a section of the settings: creators have them over the Library. Any other path
 * stays.
 */
export function settingsPathFor(role: Role | undefined, path: string): string {
  const section = /^\/settings#([\w-]+)$/.exec(path)?.[1];
  return role === 'creator' && section !== undefined ? `/library?settings=${section}` : path;
}
