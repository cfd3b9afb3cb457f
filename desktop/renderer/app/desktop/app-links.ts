import type { Role } from '#shared/api/endpoint.ts';
import type { AppLink } from '#shared/bridge/links.ts';
import { chatPath } from '../../lib/page/chat-path.ts';
import { itemPath } from '../../lib/page/item-path.ts';

/** Returns the path that a link opens for a role. Creators are led to their Library by what is not open to them. */
export function pathOfLink({ kind, id }: AppLink, role: Role): string {
  switch (kind) {
    case 'course':
      return itemPath(id, role);
    case 'chat':
      return chatPath(role, `with=${id}`);
    case 'call':
      return role === 'creator' ? '/library' : chatPath(role, `with=${id}`);
    case 'profile':
      return role === 'creator' ? '/library' : `/profile/${id}`;
    case 'post':
      return role === 'creator' ? '/library' : `/home?post=${id}`;
  }
}
