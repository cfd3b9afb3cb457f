import { savedSchemas } from '#shared/api/saved.schema.ts';
import { savedEndpoints } from '#shared/api/saved.ts';
import { routesWith } from '../../http/route.ts';
import { loadDraft, removeDraft, setDraft } from './drafts.service.ts';
import { loadMarker, setMarker } from './markers.service.ts';
import { saveItem, unsaveItem, type SavedChecks } from './saved.service.ts';

/** Routes of saved items, drafts and markers; `savedChecks` decide by type what may be saved. */
export const savedRoutes = routesWith<{ savedChecks: SavedChecks }>()(savedEndpoints, savedSchemas, {
  saveItem: ({ tx, deps, identity, params }) => saveItem(tx, identity, { ...params, checks: deps.savedChecks }),
  unsaveItem: ({ tx, identity, params }) => unsaveItem(tx, identity.id, params),
  getDraft: ({ pool, identity, params }) => loadDraft(pool, identity.id, params.key),
  setDraft: ({ tx, identity, params, body }) => setDraft(tx, identity.id, { ...params, ...body }),
  removeDraft: ({ tx, identity, params }) => removeDraft(tx, identity.id, params.key),
  getMarker: ({ pool, identity, params }) => loadMarker(pool, identity.id, params.list),
  setMarker: ({ tx, identity, params, body }) => setMarker(tx, identity.id, { ...params, ...body }),
});
