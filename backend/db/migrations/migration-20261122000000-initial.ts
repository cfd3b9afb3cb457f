import { Migration } from '@mikro-orm/migrations';
import { account, auth, help, operations, relations, users } from './initial-accounts.ts';
import {
  advertisements,
  analytics,
  courses,
  events,
  feedSources,
  files,
  posts,
  purchases,
  reviews,
  saved,
  students,
} from './initial-content.ts';
import { calls, messages, notifications, presence, search, sync } from './initial-live.ts';

/** Tables in the order in which they reference each other. */
// oxfmt-ignore
const tables = [
  users, auth, account, relations, operations, help,
  files, courses, reviews, purchases, events, posts, students, advertisements, analytics, saved, feedSources,
  notifications, messages, calls, sync, presence, search,
];

/** Creates every table. Like every migration it is never edited: a change of the schema is one of its own. */
export class Migration20261122000000Initial extends Migration {
  override name = 'Migration20261122000000Initial';

  override up(): void {
    for (const statements of tables) this.addSql(statements);
  }
}
