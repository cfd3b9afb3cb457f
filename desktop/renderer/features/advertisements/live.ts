import { endAll, type LiveBinding } from '../../lib/live/live-link.ts';
import { ownAdvertisementsQuery, registerQuery, showsAdvertisement, slotQuery } from './api/queries.ts';

/** Refetches the slots and lists that show a changed advertisement. Returns the unbind function. */
export function bindAdvertisements({ link, client, userId }: LiveBinding): () => void {
  return endAll(
    (['advertisement-created', 'advertisement-updated'] as const).map((name) =>
      link.subscribe(name, (push) => {
        void client.invalidateQueries({ predicate: (query) => showsAdvertisement(query, push.id) });
        void client.invalidateQueries({ queryKey: registerQuery.queryKey });
        if (!('section' in push)) return;
        void client.invalidateQueries({ queryKey: slotQuery(push.section).queryKey });
        if (push.userId === userId) void client.invalidateQueries(ownAdvertisementsQuery);
      }),
    ),
  );
}
