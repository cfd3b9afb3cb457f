import { idParamsSchema } from '#shared/api/page.schema.ts';
import {
  editProfileSchema,
  listUsersSchema,
  ownProfileSchema,
  profileImageSchema,
  profilePageSchema,
} from '#shared/api/users.schema.ts';
import { userEndpoints } from '#shared/api/users.ts';
import { route, type Route } from '../../http/route.ts';
import { loadCommonView } from './common.view.ts';
import { setProfilePicture } from './profile.images.ts';
import { listUserConnections, listUserCourses, listUserEvents, listUserPeople } from './profile.lists.ts';
import { loadProfileView } from './profile.view.ts';
import { listUsers } from './users.list.ts';
import { editProfile } from './users.service.ts';

const pageOf = { params: idParamsSchema, query: profilePageSchema };

/** Routes of profiles, with prices in the deployment's currency. */
export function userRoutes(currency: string): Route[] {
  return [
    route(userEndpoints.listUsers, { query: listUsersSchema }, ({ pool, identity, query }) =>
      listUsers(pool, identity.id, query),
    ),
    route(userEndpoints.getOwnProfile, { query: ownProfileSchema }, ({ pool, identity, query }) =>
      loadProfileView(pool, identity.id, { viewerId: identity.id, as: query.as }),
    ),
    route(userEndpoints.getProfile, { params: idParamsSchema }, ({ pool, identity, params }) =>
      loadProfileView(pool, params.id, { viewerId: identity.id }),
    ),
    route(userEndpoints.listUserCourses, pageOf, ({ pool, identity, params, query }) =>
      listUserCourses(pool, currency, { ...query, userId: params.id, viewerId: identity.id }),
    ),
    route(userEndpoints.listUserEvents, pageOf, ({ pool, identity, params, query }) =>
      listUserEvents(pool, { ...query, userId: params.id, viewerId: identity.id }),
    ),
    route(userEndpoints.listUserConnections, pageOf, ({ pool, identity, params, query }) =>
      listUserConnections(pool, { ...query, userId: params.id, viewerId: identity.id }),
    ),
    route(userEndpoints.listUserPeople, pageOf, ({ pool, identity, params, query }) =>
      listUserPeople(pool, { ...query, userId: params.id, viewerId: identity.id }),
    ),
    route(userEndpoints.getCommon, { params: idParamsSchema }, ({ pool, identity, params }) =>
      loadCommonView(pool, params.id, identity.id),
    ),
    route(userEndpoints.editProfile, { body: editProfileSchema }, ({ em, identity, body, req }) =>
      // A quoted entity tag (RFC 9110, section 13.1.1).
      editProfile(em, identity.id, { changes: body, version: req.headers['if-match']?.replace(/^"(.*)"$/, '$1') }),
    ),
    route(userEndpoints.setProfileImage, { body: profileImageSchema }, ({ em, identity, body }) =>
      setProfilePicture(em, identity.id, { picture: 'profile', file: body }),
    ),
    route(userEndpoints.removeProfileImage, {}, ({ em, identity }) =>
      setProfilePicture(em, identity.id, { picture: 'profile', file: null }),
    ),
    route(userEndpoints.setCoverImage, { body: profileImageSchema }, ({ em, identity, body }) =>
      setProfilePicture(em, identity.id, { picture: 'cover', file: body }),
    ),
    route(userEndpoints.removeCoverImage, {}, ({ em, identity }) =>
      setProfilePicture(em, identity.id, { picture: 'cover', file: null }),
    ),
  ];
}
