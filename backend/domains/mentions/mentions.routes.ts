import { mentionSchemas } from '#shared/api/mentions.schema.ts';
import { mentionEndpoints } from '#shared/api/mentions.ts';
import { routes } from '../../http/route.ts';
import { suggestMentions } from './mentions.suggest.ts';

/** Routes of mentions. */
export const mentionRoutes = routes(mentionEndpoints, mentionSchemas, {
  suggestMentions: ({ pool, identity, query }) => suggestMentions(pool, identity.id, query),
});
