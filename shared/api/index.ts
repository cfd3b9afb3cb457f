import { accountEndpoints } from './account.ts';
import { advertisementEndpoints } from './advertisements.ts';
import { analyticsEndpoints } from './analytics.ts';
import { audienceEndpoints } from './audiences.ts';
import { authEndpoints, currentUserEndpoints } from './auth.ts';
import { callEndpoints } from './calls.ts';
import { commentEndpoints } from './comments.ts';
import { connectionEndpoints } from './connections.ts';
import { courseEndpoints } from './courses.ts';
import type { Endpoint } from './endpoint.ts';
import { enrollmentEndpoints } from './enrollments.ts';
import { eventEndpoints } from './events.ts';
import { fileEndpoints } from './files.ts';
import { helpEndpoints } from './help.ts';
import { mentionEndpoints } from './mentions.ts';
import { messageEndpoints } from './messages.ts';
import { metaEndpoints } from './meta.ts';
import { notificationEndpoints } from './notifications.ts';
import { postEndpoints, profilePostEndpoints } from './posts.ts';
import { presenceEndpoints } from './presence.ts';
import { preferencesEndpoints } from './preferences.ts';
import { privacyEndpoints } from './privacy.ts';
import { purchaseEndpoints } from './purchases.ts';
import { reportEndpoints } from './reports.ts';
import { reviewEndpoints } from './reviews.ts';
import { savedEndpoints } from './saved.ts';
import { searchEndpoints } from './search.ts';
import { sessionEndpoints } from './sessions.ts';
import { studentEndpoints } from './students.ts';
import { twoFactorEndpoints } from './two-factor.ts';
import { syncEndpoints } from './sync.ts';
import { blockEndpoints, userEndpoints } from './users.ts';
import { verificationEndpoints } from './verifications.ts';

/** Every endpoint by name; tests compare the permission matrix and the routes with this list. */
export const allEndpoints: Readonly<Record<string, Endpoint>> = {
  ...metaEndpoints,
  ...authEndpoints,
  ...currentUserEndpoints,
  ...accountEndpoints,
  ...twoFactorEndpoints,
  ...preferencesEndpoints,
  ...privacyEndpoints,
  ...audienceEndpoints,
  ...postEndpoints,
  ...profilePostEndpoints,
  ...commentEndpoints,
  ...mentionEndpoints,
  ...sessionEndpoints,
  ...userEndpoints,
  ...studentEndpoints,
  ...helpEndpoints,
  ...verificationEndpoints,
  ...blockEndpoints,
  ...reportEndpoints,
  ...connectionEndpoints,
  ...messageEndpoints,
  ...callEndpoints,
  ...presenceEndpoints,
  ...syncEndpoints,
  ...notificationEndpoints,
  ...savedEndpoints,
  ...searchEndpoints,
  ...fileEndpoints,
  ...courseEndpoints,
  ...enrollmentEndpoints,
  ...purchaseEndpoints,
  ...reviewEndpoints,
  ...eventEndpoints,
  ...advertisementEndpoints,
  ...analyticsEndpoints,
};
