import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts';
import { makeFeedDatabase } from './fixture.ts';
import { printLoad, startAlone } from './servers.ts';

const POSTS = 2_000;
/** Notifications in each digest. */
const EACH = 5;
/** Time from the start of the job to the last email, in milliseconds. */
const TARGET_MS = 5 * MINUTE_MS;
/** After this time the bench prints what has arrived. */
const PATIENCE_MS = 15 * MINUTE_MS;

/** Makes notifications of all members due, of comments of their posts. */
const FILL = [
  'update users set email_verified_at = now()',
  `insert into notification_preferences (user_id, digest) select id, 'daily' from users`,
  `insert into notifications (id, user_id, type, source_id, source_type, metadata, actor_id, group_key, dedupe_key,
      email_due_at)
    select gen_random_uuid(), b.id, 'post-commented', p.id, 'post', '{"excerpt": "Well said"}', a.id,
      'post-commented:' || p.id, 'comment:' || gen_random_uuid(), now()
    from bench_people b join bench_people a on a.number = (b.number + 1) % (select count(*) from bench_people)
    cross join (select id from posts limit ${EACH}) p`,
];
const STARTED = `select min(started_on) as at from pgboss.job where name = 'notification-email' and started_on >= $1`;

/**
 * `npm run bench -- digests`: the time from the start of the job that finds due emails to the last of 5,000 digests at
 * a local SMTP server. The job starts at the next minute.
 */
export async function bench(adminUrl: string): Promise<void> {
  const { url } = await makeFeedDatabase(adminUrl, POSTS);
  const received: { to: string; atMs: number }[] = [];
  const smtp = await openSmtp((to) => received.push({ to, atMs: Date.now() }));
  const { port } = smtp.server.address() as AddressInfo;
  const server = await startAlone(url, { env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const filledAt = new Date();
    await client.query('begin');
    for (const statement of FILL) await client.query(statement);
    await client.query('commit');
    const { rows } = await client.query<{ members: number }>('select count(*)::int as members from users');
    const members = rows[0]?.members ?? 0;
    const giveUpAt = Date.now() + PATIENCE_MS;
    while (received.length < members && Date.now() < giveUpAt) await pause(SECOND_MS);
    const started = await client.query<{ at: Date | null }>(STARTED, [filledAt]);
    print(members, received, Number(started.rows[0]?.at));
  } finally {
    await client.end();
    await server.stop();
    await new Promise<void>((resolve) => smtp.close(resolve));
  }
  printLoad();
}

function print(members: number, received: readonly { to: string; atMs: number }[], startedAtMs: number): void {
  const times = received.map(({ atMs }) => atMs - startedAtMs);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const reached = new Set(received.map(({ to }) => to)).size;
  process.stdout.write(
    `\ndigests: ${reached} of ${members} members received a digest of ${EACH} notifications, ${received.length} emails ` +
      `in all; the first after ${toSeconds(first)}, the last after ${toSeconds(last)} (target: ${toSeconds(TARGET_MS)}), ` +
      `${((received.length * SECOND_MS) / last).toFixed(0)} a second\n`,
  );
}

/** Opens an SMTP server that accepts every email. */
async function openSmtp(onEmail: (to: string) => void): Promise<SMTPServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, done) => {
      stream.resume();
      stream.on('end', () => {
        onEmail(session.envelope.rcptTo.map(({ address }) => address).join());
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return server;
}

function toSeconds(ms: number): string {
  return `${(ms / SECOND_MS).toFixed(1)} s`;
}
