import { privacySchemas } from '#shared/api/privacy.schema.ts';
import { privacyEndpoints } from '#shared/api/privacy.ts';
import { routes } from '../../http/route.ts';
import { loadPrivacy } from '../visibility/privacy.view.ts';
import { editPrivacy } from './privacy.service.ts';

/** Routes of the signed-in user's privacy settings. */
export const privacyRoutes = routes(privacyEndpoints, privacySchemas, {
  getPrivacy: ({ pool, identity }) => loadPrivacy(pool, identity.id),
  editPrivacy: ({ em, identity, body }) => editPrivacy(em, identity.id, body),
});
