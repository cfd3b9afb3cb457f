import type { PublishContext } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';

/** Has both sides of a block, or of a withdrawn one, reload their lists; the push does not say why. */
export function publishBlocks({ events, publish }: Pick<PublishContext, 'events' | 'publish'>): void {
  events.on('block-changed', ({ userId, blockedId }) => {
    for (const type of ['post', 'connection', 'message'] as const)
      publish({ to: [rooms.user(userId), rooms.user(blockedId)] }, 'data-updated', { type });
  });
}
