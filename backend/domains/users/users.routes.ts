import { idParamsSchema } from '#shared/api/page.schema.ts';
import { editProfileSchema } from '#shared/api/users.schema.ts';
import { userEndpoints } from '#shared/api/users.ts';
import { route, type Route } from '../../http/route.ts';
import { editProfile, loadProfile } from './users.service.ts';

/** Routes of profiles. */
export const userRoutes: Route[] = [
  route(userEndpoints.getOwnProfile, {}, ({ pool, identity }) => loadProfile(pool, identity.id, identity.id)),
  route(userEndpoints.getProfile, { params: idParamsSchema }, ({ pool, identity, params }) => loadProfile(pool, params.id, identity.id)),
  route(userEndpoints.editProfile, { body: editProfileSchema }, ({ em, identity, body, req }) =>
    // A quoted entity tag (RFC 9110, section 13.1.1).
    editProfile(em, identity.id, { changes: body, version: req.headers['if-match']?.replace(/^"(.*)"$/, '$1') }),
  ),
];
