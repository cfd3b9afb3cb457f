import { Migration20261121000000Initial } from './migration-20261121000000-initial.ts';
import { Migration20261121070000Connections } from './migration-20261121070000-connections.ts';
import { Migration20261121080000Privacy } from './migration-20261121080000-privacy.ts';
import { Migration20261121083000Verifications } from './migration-20261121083000-verifications.ts';
import { Migration20261121090000Notifications } from './migration-20261121090000-notifications.ts';
import { Migration20261121091000Account } from './migration-20261121091000-account.ts';
import { Migration20261121092000Reports } from './migration-20261121092000-reports.ts';
import { Migration20261121092500Home } from './migration-20261121092500-home.ts';
import { Migration20261121093000Students } from './migration-20261121093000-students.ts';
import { Migration20261121094000Help } from './migration-20261121094000-help.ts';
import { Migration20261121100000Lists } from './migration-20261121100000-lists.ts';
import { Migration20261121100000Search } from './migration-20261121100000-search.ts';
import { Migration20261121101000Events } from './migration-20261121101000-events.ts';
import { Migration20261121102000Advertisements } from './migration-20261121102000-advertisements.ts';
import { Migration20261121103000Messages } from './migration-20261121103000-messages.ts';
import { Migration20261121104000Uploads } from './migration-20261121104000-uploads.ts';
import { Migration20261121104500Attachments } from './migration-20261121104500-attachments.ts';
import { Migration20261121105000Hours } from './migration-20261121105000-hours.ts';
import { Migration20261121105000Presence } from './migration-20261121105000-presence.ts';
import { Migration20261121106000SearchEras } from './migration-20261121106000-search-eras.ts';
import { Migration20261121107000Seats } from './migration-20261121107000-seats.ts';
import { Migration20261121107100AdPictures } from './migration-20261121107100-ad-pictures.ts';
import { Migration20261121107200AttachedEvents } from './migration-20261121107200-attached-events.ts';
import { Migration20261121107300AdClicks } from './migration-20261121107300-ad-clicks.ts';

/** Every migration in the order it runs; a list, so that a bundle needs no folder. */
export const migrations = [
  Migration20261121000000Initial,
  Migration20261121070000Connections,
  Migration20261121080000Privacy,
  Migration20261121083000Verifications,
  Migration20261121090000Notifications,
  Migration20261121091000Account,
  Migration20261121092000Reports,
  Migration20261121092500Home,
  Migration20261121093000Students,
  Migration20261121094000Help,
  Migration20261121100000Lists,
  Migration20261121100000Search,
  Migration20261121101000Events,
  Migration20261121102000Advertisements,
  Migration20261121103000Messages,
  Migration20261121104000Uploads,
  Migration20261121104500Attachments,
  Migration20261121105000Presence,
  Migration20261121105000Hours,
  Migration20261121106000SearchEras,
  Migration20261121107000Seats,
  Migration20261121107100AdPictures,
  Migration20261121107200AttachedEvents,
  Migration20261121107300AdClicks,
];
