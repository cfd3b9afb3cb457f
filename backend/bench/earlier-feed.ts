import type { Statement } from '../db/pool.ts';
import { FEED_STATEMENTS } from '../domains/posts/feed.service.ts';
import { FEED_BEFORE_AUDIENCES } from './feed-before-audiences.ts';
import './collect.ts';

/**
 * Loaded before a bench's server: the messages `before` and `now` let its feed read the pages as before audiences, and
 * as they are. The process sends each message back when it has switched.
 */
const scopes = ['all', 'network'] as const;
const now = new Map(scopes.map((scope) => [scope, FEED_STATEMENTS[scope].short]));
process.on('message', (kind) => {
  for (const scope of scopes) {
    const statements: { short: Statement } = FEED_STATEMENTS[scope];
    statements.short = (kind === 'before' ? FEED_BEFORE_AUDIENCES[scope] : now.get(scope)) ?? statements.short;
  }
  process.send?.(kind);
});
