import { endAll, type LiveBinding } from '../../lib/live/live-link.ts';
import { refetchWithin } from '../../lib/live/after-push.ts';
import { ownAdvertisementsQuery, registerQuery, showsAdvertisement, slotQuery } from './api/queries.ts';

/** Refetches the slots and lists that show a changed advertisement. Returns the unbind function. */
export function bindAdvertisements({ link, client, userId }: LiveBinding): () => void {
  const follow = (name: 'advertisement-created' | 'advertisement-updated'): (() => void) =>
    link.subscribe(name, ({ withinMs = 0, ...push }) => {
      const slots = client.getQueryCache().findAll({ predicate: (query) => showsAdvertisement(query, push.id) });
      for (const { queryKey } of slots) refetchWithin(withinMs, client, queryKey);
      refetchWithin(withinMs, client, registerQuery.queryKey);
      if (!('section' in push)) return;
      refetchWithin(withinMs, client, slotQuery(push.section).queryKey);
      if (push.userId === userId) void client.invalidateQueries(ownAdvertisementsQuery);
    });
  return endAll([follow('advertisement-created'), follow('advertisement-updated')]);
}
