import { preferencesSchemas } from '#shared/api/preferences.schema.ts';
import { preferencesEndpoints } from '#shared/api/preferences.ts';
import { routes } from '../../http/route.ts';
import { editPreferences, loadPreferences } from './preferences.service.ts';

/** Routes of the signed-in user's preferences. */
export const preferencesRoutes = routes(preferencesEndpoints, preferencesSchemas, {
  getPreferences: ({ em, identity }) => loadPreferences(em, identity.id),
  editPreferences: ({ em, identity, body }) => editPreferences(em, identity.id, body),
});
