import { endAll, type LiveBinding } from '../../lib/live/live-link.ts';
import { createSpread } from '../../lib/live/spread.ts';
import { ownAdvertisementsQuery, registerQuery, showsAdvertisement, slotQuery } from './api/queries.ts';

/** Refetches the slots and lists that show a changed advertisement. Returns the unbind function. */
export function bindAdvertisements({ link, client, userId }: LiveBinding): () => void {
  const spread = createSpread();
  const follow = (name: 'advertisement-created' | 'advertisement-updated'): (() => void) =>
    link.subscribe(name, ({ withinMs = 0, ...push }) => {
      const slots = client.getQueryCache().findAll({ predicate: (query) => showsAdvertisement(query, push.id) });
      for (const { queryKey } of slots) spread.refetch(client, queryKey, withinMs);
      spread.refetch(client, registerQuery.queryKey, withinMs);
      if (!('section' in push)) return;
      spread.refetch(client, slotQuery(push.section).queryKey, withinMs);
      if (push.userId === userId) void client.invalidateQueries(ownAdvertisementsQuery);
    });
  return endAll([follow('advertisement-created'), follow('advertisement-updated'), spread.end]);
}
