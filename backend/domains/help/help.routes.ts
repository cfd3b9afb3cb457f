import { articleParamsSchema, noteSearchSchema, rateArticleSchema, supportSchema } from '#shared/api/help.schema.ts';
import { helpEndpoints } from '#shared/api/help.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { route, type Route } from '../../http/route.ts';
import { createSupportRequest, noteSearch, rateArticle } from './help.service.ts';

/** Routes of the help; `supportEmail` is the operator's address, undefined when none is set. */
export function helpRoutes(limits: RateLimits, supportEmail: string | undefined): Route[] {
  return [
    route(
      helpEndpoints.rateArticle,
      { params: articleParamsSchema, body: rateArticleSchema },
      ({ em, identity, params, body }) =>
        rateArticle(em, identity.id, { articleId: params.id, isHelpful: body.isHelpful }),
    ),
    route(helpEndpoints.noteSearch, { body: noteSearchSchema }, async ({ em, identity, body }) => {
      await limits.consume('helpSearches', identity.id);
      await noteSearch(em, body.query);
    }),
    route(helpEndpoints.createSupportRequest, { body: supportSchema }, async ({ em, identity, body }) => {
      await limits.consume('supportRequests', identity.id);
      return createSupportRequest(em, { userId: identity.id, supportEmail }, body);
    }),
  ];
}
