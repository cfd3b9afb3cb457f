import { idParamsSchema } from '#shared/api/page.schema.ts';
import { blockEndpoints } from '#shared/api/users.ts';
import { route, type Route } from '../../http/route.ts';
import { blockUser, listBlocks, unblockUser } from './blocks.service.ts';

/** Routes of blocks. */
export const blockRoutes: Route[] = [
  route(blockEndpoints.listBlocks, {}, ({ pool, identity }) => listBlocks(pool, identity.id)),
  route(blockEndpoints.blockUser, { params: idParamsSchema }, ({ em, identity, params }) =>
    blockUser(em, identity.id, params.id),
  ),
  route(blockEndpoints.unblockUser, { params: idParamsSchema }, ({ em, identity, params }) =>
    unblockUser(em, identity.id, params.id),
  ),
];
