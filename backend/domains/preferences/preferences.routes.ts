import { editPreferencesSchema } from '#shared/api/preferences.schema.ts';
import { preferencesEndpoints } from '#shared/api/preferences.ts';
import { route, type Route } from '../../http/route.ts';
import { editPreferences, loadPreferences } from './preferences.service.ts';

/** Routes of the signed-in person's preferences. */
export const preferencesRoutes: Route[] = [
  route(preferencesEndpoints.getPreferences, {}, ({ em, identity }) => loadPreferences(em, identity.id)),
  route(preferencesEndpoints.editPreferences, { body: editPreferencesSchema }, ({ em, identity, body }) =>
    editPreferences(em, identity.id, body),
  ),
];
