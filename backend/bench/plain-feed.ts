import type { Statement } from '../db/pool.ts';
import { FEED_STATEMENTS, FEED_WITHOUT_AUDIENCES } from '../domains/posts/feed.service.ts';
import './collect.ts';

/**
 * Loaded before a bench's server: the messages `plain` and `whole` let its feed read the pages without audiences, and
 * the usual ones again. Each is answered once it is done.
 */
const scopes = ['all', 'network'] as const;
const whole = new Map(scopes.map((scope) => [scope, FEED_STATEMENTS[scope].short]));
process.on('message', (kind) => {
  for (const scope of scopes) {
    const statements: { short: Statement } = FEED_STATEMENTS[scope];
    statements.short = (kind === 'plain' ? FEED_WITHOUT_AUDIENCES[scope] : whole.get(scope)) ?? statements.short;
  }
  process.send?.(kind);
});
