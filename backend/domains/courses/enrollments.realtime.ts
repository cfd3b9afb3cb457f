import type { PublishContext } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';

/** Notifies the user's devices to reload their items after an enrollment or its end. */
export function publishEnrollments({ events, publish }: Pick<PublishContext, 'events' | 'publish'>): void {
  for (const name of ['enrollment-created', 'enrollment-removed'] as const)
    events.on(name, ({ userId }) => publish({ to: [rooms.user(userId)] }, 'data-updated', { type: 'course' }));
}
