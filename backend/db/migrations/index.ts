import { Migration20261122000000Initial } from './migration-20261122000000-initial.ts';
import { Migration20261128032500PurchasePages } from './migration-20261128032500-purchase-pages.ts';
import { Migration20261128032800CallTakeUp } from './migration-20261128032800-call-take-up.ts';
import { Migration20261128033600KnownDeviceAge } from './migration-20261128033600-known-device-age.ts';
import { Migration20261128035000PublicWords } from './migration-20261128035000-public-words.ts';
import { Migration20261128042000Reach } from './migration-20261128042000-reach.ts';
import { Migration20261128051200Uses } from './migration-20261128051200-uses.ts';
import { Migration20261128092000UnreadLists } from './migration-20261128092000-unread-lists.ts';
import { Migration20261128092100RefusedEmails } from './migration-20261128092100-refused-emails.ts';
import { Migration20261128095400StrangerCounts } from './migration-20261128095400-stranger-counts.ts';
import { Migration20261128100000PaidParts } from './migration-20261128100000-paid-parts.ts';
import { Migration20261128131102ReleasedUsernames } from './migration-20261128131102-released-usernames.ts';
import { Migration20261128132000Furthest } from './migration-20261128132000-furthest.ts';
import { Migration20261128132530MessageWords } from './migration-20261128132530-message-words.ts';
import { Migration20261128132700IdleDevices } from './migration-20261128132700-idle-devices.ts';
import { Migration20261128132713KnownPlaces } from './migration-20261128132713-known-places.ts';
import { Migration20261128133944Prices } from './migration-20261128133944-prices.ts';
import { Migration20261128134000CountedLists } from './migration-20261128134000-counted-lists.ts';
import { Migration20261128140000LearnersBehind } from './migration-20261128140000-learners-behind.ts';
import { Migration20261128140100TextVersions } from './migration-20261128140100-text-versions.ts';
import { Migration20261128140930RetractedNotifications } from './migration-20261128140930-retracted-notifications.ts';
import { Migration20261128142005UsedLinks } from './migration-20261128142005-used-links.ts';

/**
 * Every migration in the order it runs; a list, so that a bundle needs no folder. One that is merged is never edited,
 * since databases store the hash of its SQL: a change of the schema is a new file, which also works on tables with
 * rows.
 */
export const migrations = [
  Migration20261122000000Initial,
  Migration20261128032500PurchasePages,
  Migration20261128032800CallTakeUp,
  Migration20261128033600KnownDeviceAge,
  Migration20261128035000PublicWords,
  Migration20261128042000Reach,
  Migration20261128051200Uses,
  Migration20261128092000UnreadLists,
  Migration20261128092100RefusedEmails,
  Migration20261128095400StrangerCounts,
  Migration20261128100000PaidParts,
  Migration20261128131102ReleasedUsernames,
  Migration20261128132000Furthest,
  Migration20261128132530MessageWords,
  Migration20261128132700IdleDevices,
  Migration20261128132713KnownPlaces,
  Migration20261128133944Prices,
  Migration20261128134000CountedLists,
  Migration20261128140000LearnersBehind,
  Migration20261128140100TextVersions,
  Migration20261128140930RetractedNotifications,
  Migration20261128142005UsedLinks,
];
