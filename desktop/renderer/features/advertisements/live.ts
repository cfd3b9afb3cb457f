import type { LiveBinding } from '../../lib/live-link.ts';
import { invalidatePath } from '../../lib/query-client.ts';
import { ADVERTISEMENTS_PATH } from './api/queries.ts';

/** Brings the slots on screen up to date. The answer unbinds. Source: decision 31. */
export function bindAdvertisements({ link, client }: LiveBinding): () => void {
  const refresh = (): void => void invalidatePath(client, ADVERTISEMENTS_PATH);
  const unbind = [link.subscribe('advertisement-created', refresh), link.subscribe('advertisement-updated', refresh)];
  return () => {
    for (const end of unbind) end();
  };
}
