import {
  createAdvertisementSchema,
  editAdvertisementSchema,
  listAdvertisementsSchema,
  listRegisterSchema,
} from '#shared/api/advertisements.schema.ts';
import { advertisementEndpoints } from '#shared/api/advertisements.ts';
import { idParamsSchema } from '#shared/api/page.schema.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { route, type Route } from '../../http/route.ts';
import {
  chooseAdvertisements,
  listAdDays,
  listOwnAdvertisements,
  listRegister,
  whyAdvertisement,
} from './advertisement.view.ts';
import {
  countClick,
  countImpression,
  createAdvertisement,
  editAdvertisement,
  hideAdvertisement,
  removeAdvertisement,
  setPaused,
} from './advertisements.service.ts';

const byId = { params: idParamsSchema };

/** Routes of advertisements; fixed paths stand before those with an id. */
export function advertisementRoutes(limits: RateLimits): Route[] {
  return [
    route(advertisementEndpoints.listAdvertisements, { query: listAdvertisementsSchema }, ({ pool, identity, query }) =>
      chooseAdvertisements(pool, identity.id, Number(query.section)),
    ),
    route(advertisementEndpoints.listOwnAdvertisements, {}, ({ pool, identity }) =>
      listOwnAdvertisements(pool, identity.id),
    ),
    route(advertisementEndpoints.listRegister, { query: listRegisterSchema }, ({ pool, identity, query }) =>
      listRegister(pool, identity.id, query),
    ),
    route(
      advertisementEndpoints.createAdvertisement,
      { body: createAdvertisementSchema },
      async ({ em, identity, body }) => {
        await limits.consume('advertisements', identity.id);
        return createAdvertisement(em, identity, body);
      },
    ),
    route(
      advertisementEndpoints.editAdvertisement,
      { ...byId, body: editAdvertisementSchema },
      ({ em, identity, params, body }) => editAdvertisement(em, identity.id, { ...body, id: params.id }),
    ),
    route(advertisementEndpoints.removeAdvertisement, byId, ({ em, identity, params }) =>
      removeAdvertisement(em, identity.id, params.id),
    ),
    route(advertisementEndpoints.pauseAdvertisement, byId, ({ em, identity, params }) =>
      setPaused(em, identity.id, { id: params.id, isPaused: true }),
    ),
    route(advertisementEndpoints.resumeAdvertisement, byId, ({ em, identity, params }) =>
      setPaused(em, identity.id, { id: params.id, isPaused: false }),
    ),
    route(advertisementEndpoints.countImpression, byId, async ({ em, identity, params }) => {
      await limits.consume('adCounts', identity.id);
      return countImpression(em, identity.id, params.id);
    }),
    route(advertisementEndpoints.countClick, byId, async ({ em, identity, params }) => {
      await limits.consume('adCounts', identity.id);
      return countClick(em, identity.id, params.id);
    }),
    route(advertisementEndpoints.hideAdvertisement, byId, ({ em, identity, params }) =>
      hideAdvertisement(em, identity.id, params.id),
    ),
    route(advertisementEndpoints.whyAdvertisement, byId, ({ pool, identity, params }) =>
      whyAdvertisement(pool, params.id, identity.id),
    ),
    route(advertisementEndpoints.listAdDays, byId, ({ pool, identity, params }) =>
      listAdDays(pool, params.id, identity.id),
    ),
  ];
}
