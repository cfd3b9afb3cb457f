import { join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import express, { type Express } from 'express';
import session from 'express-session';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { SESSION_LIMITS } from '#shared/limits.ts';
import { MINUTE_MS } from '#shared/time.ts';
import type { Config } from './config.ts';
import { migrate } from './db/commands.ts';
import { createJobQueue } from './db/job-queue.ts';
import { ormConfig } from './db/mikro-orm.config.ts';
import { listUnsafeSettings } from './db/durability.ts';
import { createPool, type Pool } from './db/pool.ts';
import { findByLogin } from './domains/auth/auth.service.ts';
import { removeExpiredTokens } from './domains/auth/auth.tokens.ts';
import { prepareDecoy } from './domains/auth/passwords.ts';
import { createFileLinks } from './domains/files/file-links.ts';
import { removeOrphans, removeUnused } from './domains/files/files.service.ts';
import { createUploadBytes, SESSIONS_PATH, type UploadBytes } from './domains/files/upload-bytes.ts';
import { sweepUploads, type UploadDeps } from './domains/files/uploads.service.ts';
import { registerNotifications } from './domains/notifications/notifications.facts.ts';
import { registerSearch } from './domains/search/search.facts.ts';
import { connectionStream } from './domains/connections/connections.realtime.ts';
import { notificationStream } from './domains/notifications/notifications.realtime.ts';
import { messageStream } from './domains/messages/messages.realtime.ts';
import { forgetEvents } from './domains/sync/sync.service.ts';
import { entities } from './entities.ts';
import { createFacts } from './facts.ts';
import { createExportStore } from './gateways/export-store.ts';
import { createFileStore, type FileStore } from './gateways/file-store.ts';
import { createScanner } from './gateways/scanner.ts';
import { createMailer } from './gateways/mail.ts';
import { createSecretBox } from './gateways/secret-box.ts';
import { createWebPush } from './gateways/web-push.ts';
import { notFound } from './http/app-error.ts';
import { readBody } from './http/body.ts';
import { checkCsrf, checkOrigin } from './http/csrf.ts';
import { handleErrors } from './http/failures.ts';
import { createRateLimits, limitRequests, type RateLimits } from './http/rate-limits.ts';
import { requestLog } from './http/request-log.ts';
import { createRouter } from './http/router.ts';
import { securityHeaders } from './http/security-headers.ts';
import { closeSlowBodies, createHttpServer } from './http/server.ts';
import { sessionCookieName, type CookieConfig } from './http/session-cookie.ts';
import { SessionStore, sweepSessions } from './http/session-store.ts';
import { createSignIn } from './http/sign-in.ts';
import { inTurn, readTusCreation } from './http/uploads.ts';
import { serveWebApp } from './http/web-app.ts';
import { listJobs } from './jobs/index.ts';
import { connectLive } from './live.ts';
import { createHints, type Hints } from './realtime/hints.ts';
import type { Realtime } from './realtime/server.ts';
import { listRoutes } from './routes.ts';

/** The origin that the desktop client's main process sends (decision 18). */
const DESKTOP_ORIGIN = 'app://lyceum';

/** How often rows that have expired are cleared away. */
const HOUSEKEEPING_MS = 10 * MINUTE_MS;

/** Searches that the database works on at once; what costs most waits here and not in front of everything else. */
const SEARCHES_AT_ONCE = 4;

/** A running backend. */
export interface App {
  listen(): Promise<void>;
  /** Port it listens on; 0 before listen(). */
  port(): number;
  /** Finishes what is under way, closes sockets and connections. */
  stop(): Promise<void>;
}

/** Migrates the database and assembles the backend; the only place where its parts meet. */
export async function startApp(config: Config, log: Logger): Promise<App> {
  await migrate(config.databaseUrl);
  const orm = await MikroORM.init(ormConfig({ databaseUrl: config.databaseUrl, entities }));
  const pool = createPool(config.databaseUrl, { onError: (error) => log.warn({ err: error }, 'idle connection lost') });
  await warnOfLoss(pool, log);
  const searchPool = createPool(config.databaseUrl, {
    max: SEARCHES_AT_ONCE,
    planning: 'each',
    onError: (error) => log.warn({ err: error }, 'idle connection lost'),
  });
  const hints = createHints({ databaseUrl: config.databaseUrl, log });
  const facts = createFacts({
    orm,
    tellStreams: (userIds) => hints.tell('stream', userIds),
    onError: (error, context) => log.error({ err: error, ...context }, 'announcement failed'),
  });
  const limits = createRateLimits(config.limitFactor);
  const cookie: CookieConfig = { isSecure: config.isHttps, sessionSecret: config.sessionSecret };
  const passport = createSignIn((login, password) => findByLogin(pool, login, password));
  const allowedOrigins = [config.publicUrl, DESKTOP_ORIGIN];
  const store = await openFileStore(config);
  const uploads: UploadDeps = {
    forkEm: () => orm.em.fork(),
    store,
    bytes: createUploadBytes(join(config.dataDir, 'uploads'), pool, config),
    scanner: createScanner(config.clamd),
    inTurn,
  };
  const archives = createExportStore(join(config.dataDir, 'exports'));
  const push = createWebPush({
    vapidKeys: config.vapidKeys,
    hosts: config.pushHosts,
    folder: config.dataDir,
    publicUrl: config.publicUrl,
  });
  const forkEm = () => orm.em.fork();
  const box = createSecretBox(config.encryptionKey);
  const streamLoaders = { ...messageStream, ...connectionStream, ...notificationStream };
  const routes = listRoutes({
    config,
    uploads,
    links: createFileLinks(pool, config.sessionSecret),
    passport,
    limits,
    cookie,
    push,
    box,
    archives,
    searchPool,
    tellDevices: hints.tell,
    streamLoaders,
  });

  const app = createHttp({ config, log, pool, limits, cookie, allowedOrigins, hints });
  app.use(passport.session());
  app.use('/api', limitRequests(limits), checkOrigin(allowedOrigins), readBody(), checkCsrf);
  app.use(SESSIONS_PATH, readTusCreation);
  app.use(createRouter(routes, { forkEm, pool, limits, secret: config.sessionSecret }));
  finish(app, log);

  const server = createHttpServer(app);
  const live = connectLive({ server, pool, facts, cookie, allowedOrigins, log, hints, limits, streamLoaders });
  closeSlowBodies(server);
  registerSearch(facts, { forkEm });
  registerNotifications(facts, { forkEm });
  const mailer = createMailer({
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    folder: join(config.dataDir, 'mail'),
    publicUrl: config.publicUrl,
    log,
  });
  const jobs = createJobQueue({
    databaseUrl: config.databaseUrl,
    orm,
    onError: (error) => log.warn({ err: error }, 'a background job failed'),
  });
  await jobs.start(listJobs({ mailer, push, forkEm, files: store, archives }));
  facts.start();
  void prepareDecoy();
  const housekeeping = setInterval(
    () => void keepHouse({ pool, store, bytes: uploads.bytes, log }),
    HOUSEKEEPING_MS,
  ).unref();

  return {
    listen: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(config.port, config.host, () => resolve());
      }),
    port: () => (server.address() as AddressInfo | null)?.port ?? 0,
    async stop() {
      clearInterval(housekeeping);
      await closeDoors(server, live);
      await facts.stop();
      await jobs.stop();
      mailer.close();
      await orm.close();
      await searchPool.end();
      await pool.end();
    },
  };
}

/** The SDK of S3 is loaded only where it is used: it takes 40 ms and 10 MB. */
async function openFileStore({ s3, dataDir, keepFreeBytes }: Config): Promise<FileStore> {
  if (!s3) return createFileStore(join(dataDir, 'files'), { keepFreeBytes });
  const { createS3Store } = await import('./gateways/s3-store.ts');
  return createS3Store(s3);
}

/** How long requests under way may take after the server was told to stop. */
const SHUTDOWN_MS = 8_000;
const IDLE_CHECK_MS = 50;

/** Lets nobody in any more, sends the live links elsewhere, and waits for the requests under way. */
async function closeDoors(server: Server, live: Pick<Realtime, 'close'>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await live.close();
  // Clients keep a connection open after its last answer.
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const impatient = setTimeout(() => server.closeAllConnections(), SHUTDOWN_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(impatient);
}

async function warnOfLoss(pool: Pool, log: Logger): Promise<void> {
  const settings = await listUnsafeSettings(pool);
  if (settings.length > 0) log.warn({ settings }, 'the database may lose what it has acknowledged');
}

interface HttpDeps {
  config: Config;
  log: Logger;
  pool: Pool;
  limits: RateLimits;
  cookie: CookieConfig;
  allowedOrigins: readonly string[];
  hints: Hints;
}

function createHttp({ config, log, pool, cookie, hints }: HttpDeps): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', config.trustProxy);
  app.use(requestLog(log), securityHeaders({ isSecure: config.isHttps, publicOrigin: config.publicUrl }));
  app.use(serveWebApp({ webDir: config.webDir, publicUrl: config.publicUrl }));
  app.use(
    session({
      name: sessionCookieName(cookie),
      secret: config.sessionSecret,
      store: new SessionStore(pool, { onSuperseded: (sessionId) => hints.tell('session', [sessionId]) }),
      resave: false,
      saveUninitialized: false,
      proxy: config.trustProxy > 0,
      cookie: {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: cookie.isSecure,
        maxAge: SESSION_LIMITS.absoluteMs,
      },
    }),
  );
  return app;
}

function finish(app: Express, log: Logger): void {
  app.use((_req, _res, next) => next(notFound('This address')));
  app.use(handleErrors(log));
}

async function keepHouse({
  pool,
  store,
  bytes,
  log,
}: {
  pool: Pool;
  store: FileStore;
  bytes: UploadBytes;
  log: Logger;
}): Promise<void> {
  const chores = {
    sessions: () => sweepSessions(pool),
    tokens: () => removeExpiredTokens(pool),
    'unfinished uploads': () => sweepUploads(pool, bytes),
    'unused uploads': () => removeUnused(pool),
    'sync events': () => forgetEvents(pool),
    'orphaned files': () => removeOrphans(pool, store),
    'idempotency keys': () => pool.query('delete from idempotency_keys where expires_at < now()'),
  };
  for (const [chore, run] of Object.entries(chores)) {
    try {
      await run();
    } catch (error) {
      log.warn({ err: error, chore }, 'housekeeping failed');
    }
  }
}
