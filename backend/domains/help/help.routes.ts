import { helpSchemas } from '#shared/api/help.schema.ts';
import { helpEndpoints } from '#shared/api/help.ts';
import { routesWith } from '../../http/route.ts';
import { createSupportRequest, noteSearch, rateArticle } from './help.service.ts';

/** What these routes need; `supportEmail` is the operator's address, undefined when none is set. */
export interface HelpDeps {
  supportEmail: string | undefined;
}

/** Routes of the help. */
export const helpRoutes = routesWith<HelpDeps>()(helpEndpoints, helpSchemas, {
  rateArticle: ({ tx, identity, params, body }) =>
    rateArticle(tx, identity.id, { articleId: params.id, isHelpful: body.isHelpful }),
  noteSearch: ({ tx, body }) => noteSearch(tx, body.query),
  createSupportRequest: ({ tx, deps, identity, body }) =>
    createSupportRequest(tx, { userId: identity.id, supportEmail: deps.supportEmail }, body),
});
