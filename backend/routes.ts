import type { Role } from '#shared/api/endpoint.ts';
import { accountRoutes, currentUserRoutes, type AccountDeps } from './domains/account/account.routes.ts';
import { advertisementRoutes } from './domains/advertisements/advertisements.routes.ts';
import { analyticsRoutes, type AnalyticsDeps } from './domains/analytics/analytics.routes.ts';
import { audienceRoutes } from './domains/audiences/audiences.routes.ts';
import { authRoutes, sessionRoutes } from './domains/auth/auth.routes.ts';
import type { SignInDeps } from './domains/auth/auth.sign-in.ts';
import { twoFactorRoutes } from './domains/auth/two-factor.routes.ts';
import { blockRoutes } from './domains/blocks/blocks.routes.ts';
import { callRoutes, type CallDeps } from './domains/calls/calls.routes.ts';
import { commentRoutes } from './domains/comments/comments.routes.ts';
import { connectionRoutes } from './domains/connections/connections.routes.ts';
import type { CourseCounts } from './domains/courses/courses.list.ts';
import { courseRoutes } from './domains/courses/courses.routes.ts';
import { enrollmentRoutes } from './domains/courses/enrollments.routes.ts';
import { eventRoutes } from './domains/events/events.routes.ts';
import { fileRoutes, type FileDeps } from './domains/files/files.routes.ts';
import { helpRoutes, type HelpDeps } from './domains/help/help.routes.ts';
import { mentionRoutes } from './domains/mentions/mentions.routes.ts';
import { messageRoutes } from './domains/messages/messages.routes.ts';
import { metaRoutes, type MetaDeps } from './domains/meta/meta.routes.ts';
import { notificationRoutes, type NotificationDeps } from './domains/notifications/notifications.routes.ts';
import { reportRoutes } from './domains/operator/reports.routes.ts';
import { postRoutes } from './domains/posts/posts.routes.ts';
import { preferencesRoutes, privacyRoutes } from './domains/preferences/preferences.routes.ts';
import { presenceRoutes } from './domains/presence/presence.routes.ts';
import { profilePostRoutes, userRoutes } from './domains/profiles/profiles.routes.ts';
import { purchaseRoutes } from './domains/purchases/purchases.routes.ts';
import type { PurchaseDeps } from './domains/purchases/purchases.service.ts';
import { reviewRoutes } from './domains/reviews/reviews.routes.ts';
import { savedRoutes } from './domains/saved/saved.routes.ts';
import type { SavedChecks } from './domains/saved/saved.service.ts';
import { searchRoutes } from './domains/search/search.routes.ts';
import type { FacetRow } from './domains/students/students.facets.ts';
import { studentRoutes } from './domains/students/students.routes.ts';
import { syncRoutes } from './domains/sync/sync.routes.ts';
import { verificationRoutes } from './domains/verifications/verifications.routes.ts';
import type { Pool } from './db/pool.ts';
import type { Route } from './http/route.ts';
import type { UserLogLoaders } from './db/user-log.ts';

/** Dependencies of the handlers of all nouns. */
export interface RouteDeps
  extends
    SignInDeps,
    AccountDeps,
    AnalyticsDeps,
    CallDeps,
    FileDeps,
    HelpDeps,
    MetaDeps,
    NotificationDeps,
    PurchaseDeps {
  searchPool: Pool;
  userLogLoaders: UserLogLoaders;
  savedChecks: SavedChecks;
  /** Counts the published items; the result is shared for a while. */
  courseCounts: () => Promise<CourseCounts>;
  /** Counts all listings of the directory; the result is shared for a while. */
  directoryFacets: () => Promise<FacetRow[]>;
  publicUrl: string;
  /** Roles whose new accounts await the approval of an operator. */
  approvedRoles: readonly Role[];
  /** Roles that must have two-factor sign-in. */
  twoFactorRoles: readonly Role[];
}

/** Lists every route: one line per noun. */
export const routes: readonly Route<RouteDeps>[] = [
  ...metaRoutes,
  ...authRoutes,
  ...sessionRoutes,
  ...accountRoutes,
  ...currentUserRoutes,
  ...twoFactorRoutes,
  ...preferencesRoutes,
  ...privacyRoutes,
  ...audienceRoutes,
  ...postRoutes,
  ...commentRoutes,
  ...mentionRoutes,
  ...userRoutes,
  ...profilePostRoutes,
  ...verificationRoutes,
  ...blockRoutes,
  ...reportRoutes,
  ...connectionRoutes,
  ...helpRoutes,
  ...presenceRoutes,
  ...messageRoutes,
  ...callRoutes,
  ...syncRoutes,
  ...studentRoutes,
  ...notificationRoutes,
  ...savedRoutes,
  ...searchRoutes,
  ...fileRoutes,
  ...courseRoutes,
  ...enrollmentRoutes,
  ...purchaseRoutes,
  ...reviewRoutes,
  ...eventRoutes,
  ...advertisementRoutes,
  ...analyticsRoutes,
];
