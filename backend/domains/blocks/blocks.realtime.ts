import type { PublishContext } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';

/** Notifies both users to reload their lists when a block is created or removed; the push contains no reason. */
export function publishBlocks({ events, publish }: Pick<PublishContext, 'events' | 'publish'>): void {
  events.on('block-changed', ({ userId, blockedId }) => {
    for (const type of ['post', 'connection', 'message'] as const)
      publish({ to: [rooms.user(userId), rooms.user(blockedId)] }, 'data-updated', { type });
  });
}
