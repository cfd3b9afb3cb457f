import { idParamsSchema } from '#shared/api/page.schema.ts';
import {
  createVerificationSchema,
  decideVerificationSchema,
  listVerificationsSchema,
} from '#shared/api/verifications.schema.ts';
import { verificationEndpoints } from '#shared/api/verifications.ts';
import { route, type Route } from '../../http/route.ts';
import {
  createVerification,
  decideVerification,
  listVerifications,
  removeVerification,
} from './verifications.service.ts';

/** Routes of claims that institutions confirm. */
export const verificationRoutes: Route[] = [
  route(verificationEndpoints.createVerification, { body: createVerificationSchema }, ({ em, identity, body }) =>
    createVerification(em, identity.id, body),
  ),
  route(verificationEndpoints.listVerifications, { query: listVerificationsSchema }, ({ pool, identity, query }) =>
    listVerifications(pool, identity.id, query),
  ),
  route(
    verificationEndpoints.decideVerification,
    { params: idParamsSchema, body: decideVerificationSchema },
    ({ em, identity, params, body }) => decideVerification(em, identity.id, { ...params, ...body }),
  ),
  route(verificationEndpoints.removeVerification, { params: idParamsSchema }, ({ em, identity, params }) =>
    removeVerification(em, identity.id, params.id),
  ),
];
