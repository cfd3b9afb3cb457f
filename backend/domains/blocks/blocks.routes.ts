import { blockSchemas } from '#shared/api/users.schema.ts';
import { blockEndpoints } from '#shared/api/users.ts';
import { routes } from '../../http/route.ts';
import { blockUser, listBlocks, unblockUser } from './blocks.service.ts';

/** Routes of blocks. */
export const blockRoutes = routes(blockEndpoints, blockSchemas, {
  listBlocks: ({ pool, identity }) => listBlocks(pool, identity.id),
  blockUser: ({ tx, identity, params }) => blockUser(tx, identity.id, params.id),
  unblockUser: ({ tx, identity, params }) => unblockUser(tx, identity.id, params.id),
});
