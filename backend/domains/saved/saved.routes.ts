import { savedParamsSchema } from '#shared/api/saved.schema.ts';
import { savedEndpoints } from '#shared/api/saved.ts';
import { route, type Route } from '../../http/route.ts';
import { saveItem, unsaveItem } from './saved.service.ts';

/** Routes of saved items. */
export const savedRoutes: Route[] = [
  route(savedEndpoints.saveItem, { params: savedParamsSchema }, ({ em, identity, params }) => saveItem(em, identity.id, params)),
  route(savedEndpoints.unsaveItem, { params: savedParamsSchema }, ({ em, identity, params }) => unsaveItem(em, identity.id, params)),
];
