import { preferencesSchemas } from '#shared/api/preferences.schema.ts';
import { preferencesEndpoints } from '#shared/api/preferences.ts';
import { privacySchemas } from '#shared/api/privacy.schema.ts';
import { privacyEndpoints } from '#shared/api/privacy.ts';
import { routes } from '../../http/route.ts';
import { loadPrivacy } from '../visibility/privacy.view.ts';
import { editPreferences, editPrivacy, loadPreferences } from './preferences.service.ts';

/** Routes of the signed-in user's preferences. */
export const preferencesRoutes = routes(preferencesEndpoints, preferencesSchemas, {
  getPreferences: ({ em, identity }) => loadPreferences(em, identity.id),
  editPreferences: ({ tx, identity, body }) => editPreferences(tx, identity.id, body),
});

/** Routes of the signed-in user's privacy settings. */
export const privacyRoutes = routes(privacyEndpoints, privacySchemas, {
  getPrivacy: ({ pool, identity }) => loadPrivacy(pool, identity.id),
  editPrivacy: ({ tx, identity, body }) => editPrivacy(tx, identity.id, body),
});
