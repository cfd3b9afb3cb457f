import { verificationSchemas } from '#shared/api/verifications.schema.ts';
import { verificationEndpoints } from '#shared/api/verifications.ts';
import { routes } from '../../http/route.ts';
import {
  createVerification,
  decideVerification,
  listVerifications,
  removeVerification,
} from './verifications.service.ts';

/** Routes of claims that institutions confirm. */
export const verificationRoutes = routes(verificationEndpoints, verificationSchemas, {
  createVerification: ({ tx, identity, body }) => createVerification(tx, identity.id, body),
  listVerifications: ({ pool, identity, query }) => listVerifications(pool, identity.id, query),
  decideVerification: ({ tx, identity, params, body }) => decideVerification(tx, identity.id, { ...params, ...body }),
  removeVerification: ({ tx, identity, params }) => removeVerification(tx, identity.id, params.id),
});
