import type { Role } from '#shared/api/endpoint.ts';
import { userSchemas } from '#shared/api/users.schema.ts';
import { userEndpoints } from '#shared/api/users.ts';
import { profilePostSchemas } from '#shared/api/posts.schema.ts';
import { profilePostEndpoints } from '#shared/api/posts.ts';
import type { Pool } from '../../db/pool.ts';
import { routes, routesWith } from '../../http/route.ts';
import { editedVersion } from '../../http/text-version.ts';
import { inSearchTurn } from '../../http/search-places.ts';
import { listPosts } from '../posts/feed.service.ts';
import { assertVisible } from './profile.access.ts';
import { loadCommonView } from './common.view.ts';
import { listKnownLearners } from './known-learners.list.ts';
import { setProfileImage } from './profiles.images.ts';
import { listUserConnections, listUserCourses, listUserEvents, listUserPeople } from './profile.lists.ts';
import { loadProfileView } from './profile.view.ts';
import { listUsers } from './profiles.list.ts';
import { editProfile } from './profiles.service.ts';

/** Routes of profiles. What two users have in common is read on `searchPool`, so that other requests do not wait. */
export const userRoutes = routesWith<{ currency: string; searchPool: Pool; approvedRoles: readonly Role[] }>()(
  userEndpoints,
  userSchemas,
  {
    listUsers: ({ pool, identity, query }) => listUsers(pool, identity.id, query),
    getOwnProfile: ({ pool, identity, query }) =>
      loadProfileView(pool, identity.id, { viewerId: identity.id, as: query.as }),
    getProfile: ({ pool, identity, params }) => loadProfileView(pool, params.id, { viewerId: identity.id }),
    listUserCourses: ({ pool, deps, identity, params, query }) =>
      listUserCourses(pool, deps.currency, { ...query, userId: params.id, viewerId: identity.id }),
    listUserEvents: ({ pool, identity, params, query }) =>
      listUserEvents(pool, { ...query, userId: params.id, viewerId: identity.id }),
    listUserConnections: ({ pool, identity, params, query }) =>
      listUserConnections(pool, { ...query, userId: params.id, viewerId: identity.id }),
    listUserPeople: ({ pool, identity, params, query }) =>
      listUserPeople(pool, { ...query, userId: params.id, viewerId: identity.id }),
    listKnownLearners: ({ pool, identity, params, query }) =>
      listKnownLearners(pool, identity.id, { ...query, courseId: params.id }),
    getCommon: ({ deps, identity, params, req }) =>
      inSearchTurn({ deps, req }, () => loadCommonView(deps.searchPool, params.id, identity.id)),
    editProfile: ({ tx, deps, identity, body, req }) =>
      editProfile(tx, identity.id, {
        changes: body,
        version: editedVersion(req),
        approvedRoles: deps.approvedRoles,
      }),
    setProfileImage: ({ tx, identity, body }) => setProfileImage(tx, identity.id, { kind: 'profile', file: body }),
    removeProfileImage: ({ tx, identity }) => setProfileImage(tx, identity.id, { kind: 'profile', file: null }),
    setCoverImage: ({ tx, identity, body }) => setProfileImage(tx, identity.id, { kind: 'cover', file: body }),
    removeCoverImage: ({ tx, identity }) => setProfileImage(tx, identity.id, { kind: 'cover', file: null }),
  },
);

/** Routes of the posts on a profile. */
export const profilePostRoutes = routes(profilePostEndpoints, profilePostSchemas, {
  listUserPosts: async ({ pool, identity, params, query }) => {
    await assertVisible(pool, params.id, { viewerId: identity.id });
    return listPosts(pool, identity, { ...query, scope: 'all', authorId: params.id });
  },
});
