import type { LiveBinding } from '../../lib/live-link.ts';
import { invalidatePath } from '../../lib/query-client.ts';
import { ownAdvertisementsQuery, registerQuery, showsAdvertisement, slotQuery } from './api/queries.ts';

/**
 * Brings up to date the slots that an advertisement stands or stood in, and where it is listed. The answer unbinds.
 * Source: decision 31.
 */
export function bindAdvertisements({ link, client, userId }: LiveBinding): () => void {
  const unbind = (['advertisement-created', 'advertisement-updated'] as const).map((name) =>
    link.subscribe(name, (push) => {
      void client.invalidateQueries({ predicate: (query) => showsAdvertisement(query, push.id) });
      void client.invalidateQueries({ queryKey: registerQuery.queryKey });
      if (!('section' in push)) return;
      void client.invalidateQueries({ queryKey: slotQuery(push.section).queryKey });
      if (push.userId === userId) void invalidatePath(client, ownAdvertisementsQuery.queryKey[0]);
    }),
  );
  return () => {
    for (const end of unbind) end();
  };
}
