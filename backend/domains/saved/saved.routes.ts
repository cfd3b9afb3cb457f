import { savedSchemas } from '#shared/api/saved.schema.ts';
import { savedEndpoints } from '#shared/api/saved.ts';
import { routesWith } from '../../http/route.ts';
import { loadDraft, removeDraft, setDraft } from './drafts.service.ts';
import { loadMarker, setMarker } from './markers.service.ts';
import { saveItem, unsaveItem, type SavedChecks } from './saved.service.ts';

/** Routes of saved items, drafts and markers; `savedChecks` decide by type what may be saved. */
export const savedRoutes = routesWith<{ savedChecks: SavedChecks }>()(savedEndpoints, savedSchemas, {
  saveItem: ({ em, deps, identity, params }) => saveItem(em, identity.id, { ...params, checks: deps.savedChecks }),
  unsaveItem: ({ em, identity, params }) => unsaveItem(em, identity.id, params),
  getDraft: ({ pool, identity, params }) => loadDraft(pool, identity.id, params.key),
  setDraft: ({ em, identity, params, body }) => setDraft(em, identity.id, { ...params, ...body }),
  removeDraft: ({ em, identity, params }) => removeDraft(em, identity.id, params.key),
  getMarker: ({ pool, identity, params }) => loadMarker(pool, identity.id, params.list),
  setMarker: ({ em, identity, params, body }) => setMarker(em, identity.id, { ...params, ...body }),
});
