import { createServer } from 'node:http';
import { createPool } from '../db/pool.ts';
import { parseQuery } from '../db/text/text-query.ts';
import { SUGGESTIONS } from '../domains/connections/connections.suggestions.ts';
import { MESSAGES_BY_IDS } from '../domains/messages/message.view.ts';
import { CONVERSATIONS_STATEMENTS } from '../domains/messages/conversations.list.ts';
import { THREAD_BEFORE } from '../domains/messages/messages.thread.ts';
import { FEED_STATEMENTS, UNBOUNDED } from '../domains/posts/feed.service.ts';
import { recordsQuery } from '../domains/search/search.results.ts';
import { readCourses, sendCourseFile } from './bare-courses.ts';
import { handleMessages } from './bare-messages.ts';

/**
 * A bare server that shows the limit of the machine: node:http and named prepared statements, the same SQL over the
 * same pool as the product's, rows and files returned as they are. No session, no limits, no view. Arguments: database
 * address, port, viewer's id, folder of the files.
 */
const [databaseUrl = '', port = '0', viewerId = '', folder = ''] = process.argv.slice(2);
const pool = createPool(databaseUrl);
const searchPool = createPool(databaseUrl, { planning: 'each', max: 4 });
const NO_FILTERS = {
  types: undefined,
  author: undefined,
  from: undefined,
  to: undefined,
  category: undefined,
  sort: undefined,
  cursor: undefined,
};
const unbounded = [viewerId, ...UNBOUNDED.before, ...UNBOUNDED.after];
const LAST_SEQ = 2_147_483_647;
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

async function runStatement(url: string): Promise<object> {
  const { pathname, searchParams } = new URL(url, 'http://bare');
  const items = Number(searchParams.get('limit'));
  const courses = await readCourses({ pool, searchPool }, viewerId, new URL(url, 'http://bare'));
  if (courses !== null) return courses;
  if (pathname.endsWith('/suggestions')) return (await searchPool.query({ ...SUGGESTIONS, values: [viewerId] })).rows;
  if (pathname === '/api/search') return search(searchParams.get('q') ?? '');
  if (pathname === '/api/messages') {
    const { rows } = await pool.query<{ last_message_id: string }>({
      ...CONVERSATIONS_STATEMENTS.all,
      values: [viewerId, 'infinity', LAST_ID, items + 1],
    });
    const last = await pool.query({ ...MESSAGES_BY_IDS, values: [viewerId, rows.map((row) => row.last_message_id)] });
    return [rows, last.rows];
  }
  const peerId = /^\/api\/messages\/([\w-]+)$/.exec(pathname)?.[1];
  if (peerId !== undefined)
    return (await pool.query({ ...THREAD_BEFORE, values: [viewerId, peerId, LAST_SEQ, items] })).rows;
  const scope = searchParams.get('scope') === 'network' ? 'network' : 'all';
  return (await pool.query({ ...FEED_STATEMENTS[scope].short, values: unbounded })).rows;
}

/** Only the records of a search: no messages, no history, no snippets. */
async function search(q: string): Promise<object> {
  const prepared = await recordsQuery(
    searchPool,
    { id: viewerId, role: 'teacher' },
    { request: { q, ...NO_FILTERS }, cursor: null, parsed: parseQuery(q) },
  );
  return prepared ? (await searchPool.query({ ...prepared.statement, values: prepared.values })).rows : [];
}

const server = createServer((req, res) => {
  if (req.method === 'POST' || req.url === '/api/csrf-token') return write(req, res);
  if (sendCourseFile({ pool, viewerId, folder }, req, res)) return;
  runStatement(req.url ?? '').then(
    (rows) => {
      res.setHeader('Content-Type', 'application/json');
      res.end(JSON.stringify(rows));
    },
    () => res.writeHead(500).end(),
  );
});
const write = handleMessages(server, pool);
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
