import { createServer } from 'node:http';
import { createPool } from '../db/pool.ts';
import { SUGGESTIONS } from '../domains/connections/connections.suggestions.ts';
import { FEED_STATEMENTS, UNBOUNDED } from '../domains/posts/posts.feed.ts';

/**
 * The bare limit of speed.md: node:http and one named prepared statement, the same SQL over the same
 * pool as the product's, rows written out as they come. No session, no limits, no view.
 * Arguments: database address, port, viewer's id.
 */
const [databaseUrl = '', port = '0', viewerId = ''] = process.argv.slice(2);
const pool = createPool(databaseUrl);
const unbounded = [viewerId, ...UNBOUNDED.before, ...UNBOUNDED.after];

function queryOf(url: string) {
  if (url.includes('suggestions')) return { ...SUGGESTIONS, values: [viewerId] };
  return { ...FEED_STATEMENTS[url.includes('scope=network') ? 'network' : 'all'].short, values: unbounded };
}

createServer((req, res) => {
  pool.query(queryOf(req.url ?? '')).then(
    ({ rows }) => {
      res.setHeader('Content-Type', 'application/json');
      res.end(JSON.stringify(rows));
    },
    () => res.writeHead(500).end(),
  );
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
