import { editPrivacySchema } from '#shared/api/privacy.schema.ts';
import { privacyEndpoints } from '#shared/api/privacy.ts';
import { route, type Route } from '../../http/route.ts';
import { editPrivacy, loadPrivacy } from './privacy.service.ts';

/** Routes of the signed-in person's privacy. */
export const privacyRoutes: Route[] = [
  route(privacyEndpoints.getPrivacy, {}, ({ pool, identity }) => loadPrivacy(pool, identity.id)),
  route(privacyEndpoints.editPrivacy, { body: editPrivacySchema }, ({ em, identity, body }) =>
    editPrivacy(em, identity.id, body),
  ),
];
