import {
  draftParamsSchema,
  markerParamsSchema,
  savedParamsSchema,
  setDraftSchema,
  setMarkerSchema,
} from '#shared/api/saved.schema.ts';
import { placeEndpoints, savedEndpoints } from '#shared/api/saved.ts';
import { route, type Route } from '../../http/route.ts';
import { loadDraft, removeDraft, setDraft } from './drafts.service.ts';
import { loadMarker, setMarker } from './markers.service.ts';
import { saveItem, unsaveItem } from './saved.service.ts';

/** Routes of saved items, drafts and markers. */
export const savedRoutes: Route[] = [
  route(savedEndpoints.saveItem, { params: savedParamsSchema }, ({ em, identity, params }) =>
    saveItem(em, identity.id, params),
  ),
  route(savedEndpoints.unsaveItem, { params: savedParamsSchema }, ({ em, identity, params }) =>
    unsaveItem(em, identity.id, params),
  ),
  route(placeEndpoints.getDraft, { params: draftParamsSchema }, ({ pool, identity, params }) =>
    loadDraft(pool, identity.id, params.key),
  ),
  route(
    placeEndpoints.setDraft,
    { params: draftParamsSchema, body: setDraftSchema },
    ({ em, identity, params, body }) => setDraft(em, identity.id, { ...params, ...body }),
  ),
  route(placeEndpoints.removeDraft, { params: draftParamsSchema }, ({ em, identity, params }) =>
    removeDraft(em, identity.id, params.key),
  ),
  route(placeEndpoints.getMarker, { params: markerParamsSchema }, ({ pool, identity, params }) =>
    loadMarker(pool, identity.id, params.list),
  ),
  route(
    placeEndpoints.setMarker,
    { params: markerParamsSchema, body: setMarkerSchema },
    ({ em, identity, params, body }) => setMarker(em, identity.id, { ...params, ...body }),
  ),
];
