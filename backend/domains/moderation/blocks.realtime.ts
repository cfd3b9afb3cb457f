import type { Facts } from '../../facts.ts';
import type { Publish } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';

/** Has both sides of a block, or of one taken back, fetch their lists afresh; the push does not say why. */
export function announceBlocks({ facts, publish }: { facts: Pick<Facts, 'on'>; publish: Publish }): void {
  facts.on('block-changed', ({ userId, blockedId }) => {
    for (const type of ['post', 'connection', 'message'] as const)
      publish({ to: [rooms.user(userId), rooms.user(blockedId)] }, 'data-updated', { type });
  });
}
