import { advertisementSchemas } from '#shared/api/advertisements.schema.ts';
import { advertisementEndpoints } from '#shared/api/advertisements.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { actingAs } from '../../http/identity.ts';
import { routesWith } from '../../http/route.ts';
import { editedVersion } from '../../http/text-version.ts';
import {
  chooseAdvertisements,
  listAdDays,
  listOwnAdvertisements,
  listRegister,
  whyAdvertisement,
} from './advertisement.view.ts';
import {
  countUse,
  createAdvertisement,
  editAdvertisement,
  hideAdvertisement,
  removeAdvertisement,
  setPaused,
} from './advertisements.service.ts';

/** Routes of advertisements; fixed paths precede those with an id. */
export const advertisementRoutes = routesWith<{ approvedRoles: readonly Role[] }>()(
  advertisementEndpoints,
  advertisementSchemas,
  {
    listAdvertisements: ({ pool, identity, query }) => chooseAdvertisements(pool, identity.id, Number(query.section)),
    listOwnAdvertisements: ({ pool, identity }) => listOwnAdvertisements(pool, identity.id),
    listRegister: ({ pool, identity, query }) => listRegister(pool, identity.id, query),
    createAdvertisement: ({ tx, deps, identity, body }) =>
      createAdvertisement(tx, actingAs(identity, deps.approvedRoles), body),
    editAdvertisement: ({ tx, identity, params, body, req }) =>
      editAdvertisement(tx, identity.id, { ...body, id: params.id, version: editedVersion(req) }),
    removeAdvertisement: ({ tx, identity, params }) => removeAdvertisement(tx, identity.id, params.id),
    pauseAdvertisement: ({ tx, identity, params }) => setPaused(tx, identity.id, { id: params.id, isPaused: true }),
    resumeAdvertisement: ({ tx, identity, params }) => setPaused(tx, identity.id, { id: params.id, isPaused: false }),
    countImpression: ({ tx, identity, params }) => countUse(tx, identity.id, { id: params.id, isClick: false }),
    countClick: ({ tx, identity, params }) => countUse(tx, identity.id, { id: params.id, isClick: true }),
    hideAdvertisement: ({ tx, identity, params }) => hideAdvertisement(tx, identity.id, params.id),
    whyAdvertisement: ({ pool, identity, params }) => whyAdvertisement(pool, params.id, identity.id),
    listAdDays: ({ pool, identity, params }) => listAdDays(pool, params.id, identity.id),
  },
);
