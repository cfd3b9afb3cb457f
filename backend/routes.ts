import type { Config } from './config.ts';
import { accountDataRoutes, type AccountDataDeps } from './domains/account/account-data.routes.ts';
import { accountRoutes } from './domains/auth/account.routes.ts';
import { advertisementRoutes } from './domains/advertisements/advertisements.routes.ts';
import { authRoutes } from './domains/auth/auth.routes.ts';
import type { SignInDeps } from './domains/auth/auth.sign-in.ts';
import { twoFactorRoutes } from './domains/auth/two-factor.routes.ts';
import { commentRoutes } from './domains/comments/comments.routes.ts';
import { connectionRoutes } from './domains/connections/connections.routes.ts';
import { courseRoutes } from './domains/courses/courses.routes.ts';
import { eventRoutes } from './domains/events/events.routes.ts';
import type { FileLinks } from './domains/files/file-links.ts';
import { fileRoutes } from './domains/files/files.routes.ts';
import type { UploadDeps } from './domains/files/uploads.service.ts';
import { helpRoutes } from './domains/help/help.routes.ts';
import { messageRoutes, type TellDevices } from './domains/messages/messages.routes.ts';
import { metaRoutes } from './domains/meta/meta.routes.ts';
import { blockRoutes } from './domains/moderation/blocks.routes.ts';
import { reportRoutes } from './domains/moderation/reports.routes.ts';
import { notificationRoutes } from './domains/notifications/notifications.routes.ts';
import { postRoutes } from './domains/posts/posts.routes.ts';
import { presenceRoutes } from './domains/presence/presence.routes.ts';
import { preferencesRoutes } from './domains/preferences/preferences.routes.ts';
import { privacyRoutes } from './domains/preferences/privacy.routes.ts';
import { savedRoutes } from './domains/saved/saved.routes.ts';
import { searchRoutes } from './domains/search/search.routes.ts';
import { studentRoutes } from './domains/students/students.routes.ts';
import { syncRoutes } from './domains/sync/sync.routes.ts';
import type { StreamLoaders } from './domains/sync/sync.service.ts';
import { userRoutes } from './domains/users/users.routes.ts';
import { verificationRoutes } from './domains/verifications/verifications.routes.ts';
import type { Pool } from './db/pool.ts';
import type { WebPush } from './gateways/web-push.ts';
import type { Route } from './http/route.ts';

/** What this server is: the release, the level of its API and the oldest client it serves. */
const META = { version: '0.1.0', apiLevel: 1, minClient: '0.1.0' };

/** What the routes are made with. */
export interface RouteDeps extends SignInDeps, AccountDataDeps {
  config: Config;
  uploads: UploadDeps;
  links: FileLinks;
  push: WebPush;
  searchPool: Pool;
  tellDevices: TellDevices;
  streamLoaders: StreamLoaders;
}

/** Every route there is: one line a noun. */
export function listRoutes(deps: RouteDeps): Route[] {
  const { config } = deps;
  return [
    ...metaRoutes(META),
    ...authRoutes(deps),
    ...accountRoutes(deps.limits),
    ...twoFactorRoutes(deps),
    ...accountDataRoutes(deps),
    ...preferencesRoutes,
    ...privacyRoutes,
    ...postRoutes,
    ...commentRoutes,
    ...userRoutes(config.currency),
    ...verificationRoutes,
    ...blockRoutes,
    ...reportRoutes(deps.limits),
    ...connectionRoutes(deps.limits),
    ...helpRoutes(deps.limits, config.supportEmail),
    ...presenceRoutes,
    ...messageRoutes(deps.limits, deps.tellDevices),
    ...syncRoutes(deps.streamLoaders),
    ...studentRoutes(deps.limits, config.publicUrl),
    ...notificationRoutes(deps.limits, deps.push),
    ...savedRoutes,
    ...searchRoutes(deps.limits, deps.searchPool),
    ...fileRoutes(deps.uploads, deps.limits, deps.links),
    ...courseRoutes(config.currency),
    ...eventRoutes(deps.limits, config.publicUrl),
    ...advertisementRoutes(deps.limits),
  ];
}
