import { join } from 'node:path';
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import express, { type Express, type Request, type RequestHandler, type Router } from 'express';
import session from 'express-session';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { type Access, createAccess } from './access.ts';
import { ConfigError, type Config } from './config.ts';
import { createDiskWatch, type DiskWatch, whenAvailable } from './db/availability.ts';
import { newId, startClock } from './db/clock.ts';
import { migrate } from './db/commands.ts';
import { createJobQueue, type JobQueue, type JobQueueSettings } from './db/job-queue.ts';
import { ormConfig } from './db/mikro-orm.config.ts';
import { listUnsafeSettings } from './db/durability.ts';
import { createPool, type Pool } from './db/pool.ts';
import { listExcessRights, ROLES_ADVICE } from './db/roles.ts';
import { connectUserLog } from './db/user-log.ts';
import { createRefusalRecorder } from './domains/audit/refusals.service.ts';
import { loadSessionHolder } from './domains/auth/auth.service.ts';
import { prepareDecoy } from './domains/auth/passwords.ts';
import { shareCourseCounts } from './domains/courses/courses.list.ts';
import { createFileReads } from './domains/files/file.access.ts';
import { claimStore, CLEANUP_PROBLEMS } from './domains/files/file-cleanup.ts';
import { createFileLinks } from './domains/files/file-links.ts';
import type { CleanupProblem, CleanupReport } from './domains/files/instance.entity.ts';
import { createUploadBytes, SESSIONS_PATH } from './domains/files/upload-bytes.ts';
import type { UploadDeps } from './domains/files/uploads.service.ts';
import { checkReady, META, shareResult } from './domains/meta/meta.service.ts';
import { watchServices } from './domains/meta/service-states.ts';
import { createUnsubscribeLinks } from './domains/notifications/unsubscribe.service.ts';
import { findRunningNode, registerNode, thisProcess, type NodeProcess } from './domains/presence/nodes.service.ts';
import { markEmailRefused } from './domains/users/users.service.ts';
import { keepVerifiers } from './domains/verifications/verifications.service.ts';
import { connectionLogLoaders } from './domains/connections/connections.realtime.ts';
import { notificationLogLoaders } from './domains/notifications/notifications.realtime.ts';
import { messageLogLoaders } from './domains/messages/messages.realtime.ts';
import { shareDirectoryFacets } from './domains/students/students.facets.ts';
import { handleDomainEvents } from './domain-event-handlers.ts';
import { entities } from './entities.ts';
import { DomainEvents } from './domain-events.ts';
import { accountErasers } from './account-data.ts';
import { createCallNetwork } from './call-network.ts';
import { createExportStore } from './gateways/export-store.ts';
import { openFileStore } from './gateways/open-file-store.ts';
import { openPayments } from './gateways/payments.ts';
import { createScanner } from './gateways/scanner.ts';
import { createMailer } from './gateways/email.ts';
import { Redis } from './gateways/redis.ts';
import { closePrivateFolders } from './gateways/private-folders.ts';
import { createSecretBox } from './gateways/secret-box.ts';
import { createWebPush } from './gateways/web-push.ts';
import { notFound } from './http/app-error.ts';
import { readBody } from './http/body.ts';
import { checkCsrf, checkOrigin } from './http/csrf.ts';
import { refuseOldClients } from './http/client-version.ts';
import { createCompression } from './http/compression.ts';
import { createDrain } from './http/drain.ts';
import { handleErrors } from './http/failures.ts';
import { warnOfProxyHeaders } from './http/forwarded.ts';
import { createIdempotencyKeys } from './http/idempotency.ts';
import { limitRequests, type RateLimits } from './http/rate-limits.ts';
import { requestLog } from './http/request-log.ts';
import { createRouter } from './http/router.ts';
import { securityHeaders } from './http/security-headers.ts';
import { securityTxt } from './http/security-txt.ts';
import { recogniseDevice } from './http/known-device.ts';
import { closeSlowBodies, closeSlowReaders, createHttpServer } from './http/server.ts';
import { sessionCookieName, sessionCookieOptions, type CookieConfig } from './http/session-cookie.ts';
import { SessionStore } from './http/session-store.ts';
import { checkTus, readTusCreation } from './http/tus.ts';
import { SEARCHES_AT_ONCE } from './http/search-places.ts';
import { inTurn } from './http/uploads.ts';
import { filesInUse } from './files-in-use.ts';
import { startHousekeeping } from './housekeeping.ts';
import { listJobs } from './jobs/index.ts';
import { connectLive, type Live } from './live.ts';
import { SOURCE_TITLES } from './notification-drafts.ts';
import { createOpenRouters } from './open-routers.ts';
import { createNodeSignals, type NodeSignals } from './realtime/node-signals.ts';
import { routes, type RouteDeps } from './routes.ts';
import { savedChecks } from './saved-checks.ts';
import { stopApp } from './stop.ts';
import { metricParts } from './metrics.ts';
import { searchSources } from './search-documents.ts';

/** A running backend. */
export interface App {
  listen(): Promise<void>;
  /** Port it listens on; 0 before listen(). */
  port(): number;
  /**
   * Reports that it is not ready, finishes running requests and jobs, and closes sockets and connections. What is
   * unfinished because the database does not respond is left to other nodes, or to the next start.
   */
  stop(): Promise<void>;
  /** Makes a stop that is running quicker; requests have two seconds to finish. */
  hurry(): void;
}

/**
 * Migrates the database and assembles the backend; the only place that connects its parts. Tests choose how often the
 * workers of jobs with a cron expression poll.
 */
export async function startApp(
  config: Config,
  log: Logger,
  { cronPollSeconds }: Pick<JobQueueSettings, 'cronPollSeconds'> = {},
): Promise<App> {
  const database = await openDatabase(config, log);
  const { orm, pool, forkEm, searchPool } = database;
  const { nodeId, redis } = await joinNodes(config, log, database);
  const nodeSignals = createNodeSignals(redis);
  for (const source of [orm.config, pool]) connectUserLog(source, nodeSignals.send);
  const disk = createDiskWatch();
  const onError = (error: unknown, context: object): void => {
    log.error({ err: error, ...context }, 'a domain event could not be handled');
    disk.notice(error);
  };
  const events = new DomainEvents({ orm, pool, onError });
  const access = createAccess(config, { pool, redis });
  const gateways = await openGateways(config, log, { ...database, ...access });
  const drain = createDrain(config.drainMs);
  const userLogLoaders = { ...messageLogLoaders, ...connectionLogLoaders, ...notificationLogLoaders };
  const services = watchServices({ clamd: config.clamd, pool, store: gateways.uploads.store, ...gateways });
  const deps: RouteDeps = {
    ...routeSettings(config),
    ...gateways,
    ...access,
    searchPool,
    checkReady: shareResult(() => checkReady([pool, forkEm()], { redis, disk, services, ...gateways.iceServers })),
    ...shareCounts(searchPool),
    metricParts,
    userLogLoaders,
    sourceTitles: SOURCE_TITLES,
    savedChecks,
    reads: createFileReads(filesInUse),
    isDraining: drain.isDraining,
    relayUseOf: (callId, userId) => live.relayUseOf(callId, userId),
  };
  const [keys, compress] = [createIdempotencyKeys(gateways.box, access.limits), createCompression(config)];
  const router = createRouter(routes, { forkEm, pool, keys, compress, ...access }, deps);
  const open = createOpenRouters(config, { log, ...database, ...gateways, ...access });
  const sessions = openSessions({ pool, events, nodeSignals, cookie: access.cookie });
  const onRefusal = recordRefusals(log, forkEm);
  const server = createHttpServer(createHttp({ config, log, access, sessions, router, open, onRefusal, disk }));
  // Before the pushes, after which a page fetches the profile with its mark.
  keepVerifiers(events, forkEm);
  const live: Live = connectLive({ nodeId, server, pool, events, log, nodeSignals, redis, ...access, ...deps });
  closeSlowBodies(server);
  closeSlowReaders(server);
  access.connections.watch(server);
  drain.watch(server);
  handleDomainEvents(events, forkEm);

  const jobs = await startJobs(config, log, { orm, cronPollSeconds, ...gateways });
  events.start();
  void prepareDecoy();
  const housekeeping = startHousekeeping(log, { pool, ...gateways.uploads });

  return {
    listen: () => listen(server, config).then(gateways.callNetwork.start),
    port: () => (server.address() as AddressInfo | null)?.port ?? 0,
    stop: () => stopApp({ log, drain, housekeeping, server, live, events, jobs, database, nodeId, redis, ...gateways }),
    hurry: drain.hurry,
  };
}

/** The settings that routes need. */
function routeSettings({ publicUrl, currency, supportEmail, approvedRoles, refundDays, updateFeed }: Config) {
  return { publicUrl, currency, supportEmail, approvedRoles, refundDays, updateFeed };
}

/** Returns the function that records refused requests in the audit log. */
function recordRefusals(log: Logger, forkEm: () => EntityManager): HttpDeps['onRefusal'] {
  const record = createRefusalRecorder({
    forkEm,
    onError: (error) => log.warn({ err: error }, 'a refused request could not be recorded'),
  });
  return ({ session: current, ip, method, originalUrl }, code) => {
    const { id: userId, sessionId } = current?.identity ?? { id: null, sessionId: null };
    const [path = ''] = originalUrl.split('?');
    record({ code, userId, sessionId, ip: ip ?? null, method, path: path.slice(0, 200) });
  };
}

/** Opens the session store. It reloads a session that ends or whose user changes. */
function openSessions(deps: {
  pool: Pool;
  events: DomainEvents;
  nodeSignals: NodeSignals;
  cookie: CookieConfig;
}): SessionStore {
  const { pool, events, nodeSignals, cookie } = deps;
  const onSuperseded = (sessionId: string): void => nodeSignals.send('session', [sessionId]);
  const sessions = new SessionStore(pool, { cookie, onSuperseded });
  nodeSignals.on('session', (sessionIds) => sessions.forget(sessionIds));
  for (const name of ['profile-updated', 'account-security'] as const)
    events.on(name, ({ userId }) => sessions.forgetUser(userId));
  return sessions;
}

/**
 * Migrates the database and opens the ORM, the pool of hot reads and the pool of expensive ones. @throws ConfigError
 * before the migration when another node uses the database and no Redis connects the two.
 */
async function openDatabase({ databaseUrl, migrateUrl, databaseWaitMs, redisUrl }: Config, log: Logger) {
  const onLocked = (): void => log.warn('waiting for another process that migrates the database');
  const check = async (client: Client): Promise<void> => {
    const other = redisUrl === undefined ? await findRunningNode(client, thisProcess()) : null;
    if (other) throw redisRequired(other);
  };
  const retrying = <T>(work: () => Promise<T>): Promise<T> =>
    whenAvailable(work, {
      waitMs: databaseWaitMs,
      onWait: (error) => log.warn({ err: error }, 'the database cannot be reached yet; trying again'),
    });
  await retrying(() => migrate(databaseUrl, { migrateUrl, onWait: onLocked, check }));
  const orm = await MikroORM.init(ormConfig({ databaseUrl, entities }));
  const onError = (error: Error): void => log.warn({ err: error }, 'idle connection lost');
  const pool = createPool(databaseUrl, { onError });
  const searchPool = createPool(databaseUrl, { max: SEARCHES_AT_ONCE, planning: 'each', onError });
  const stopClock = await retrying(() => startClock(pool));
  const settings = await retrying(() => listUnsafeSettings(pool));
  if (settings.length > 0) log.warn({ settings }, 'the database may lose what it has acknowledged');
  const excess = await retrying(() => listExcessRights(pool));
  if (excess.length > 0) log.warn({ role: excess }, `the role of DATABASE_URL has too many rights: ${ROLES_ADVICE}`);
  return {
    orm,
    pool,
    searchPool,
    forkEm: () => orm.em.fork(),
    async close() {
      stopClock();
      await orm.close();
      await searchPool.end();
      await pool.end();
    },
  };
}

type Database = Awaited<ReturnType<typeof openDatabase>>;

/**
 * Registers this process as a node and connects it to the others. @throws ConfigError when another one is running and
 * no Redis connects the two.
 */
async function joinNodes(
  config: Config,
  log: Logger,
  { pool, close }: Database,
): Promise<{ nodeId: string; redis: Redis | undefined }> {
  const id = newId();
  const other = await registerNode(pool, { id, ...thisProcess() }, { isOnly: config.redisUrl === undefined });
  if (other === null) return { nodeId: id, redis: await openRedis(config, log) };
  await close();
  throw redisRequired(other);
}

function redisRequired(other: NodeProcess): ConfigError {
  const [host = ''] = other.host.split(' ');
  return new ConfigError([
    `REDIS_URL must be given: another Lyceum server uses this database (process ${other.pid} on ${host}), ` +
      'and several of them need a Redis that connects them. To run one server only, stop the other one',
  ]);
}

/** Connects to Redis, which connects the nodes; undefined without the setting, for a single node. */
async function openRedis({ redisUrl, sessionSecret }: Config, log: Logger): Promise<Redis | undefined> {
  if (redisUrl === undefined) return undefined;
  const redis = new Redis({ url: redisUrl, secret: sessionSecret, log });
  await redis.start();
  return redis;
}

/** Opens the file stores, mailer, web push and other gateways. */
async function openGateways(
  config: Config,
  log: Logger,
  { pool, forkEm, limits }: { pool: Pool; forkEm: () => EntityManager; limits: RateLimits },
) {
  const { dataDir, publicUrl } = config;
  closePrivateFolders(dataDir);
  const store = await openFileStore(config, (...content) =>
    log.warn({ s3: content.map(String) }, 'the file store warns'),
  );
  await claimStore(pool, store).then(
    (problem) => reportCleanup(log, problem),
    (error: unknown) => log.warn({ err: error }, 'the file store cannot be reached'),
  );
  const callNetwork = createCallNetwork(config, log, limits);
  const unsubscribeLinks = createUnsubscribeLinks(config.sessionSecret, publicUrl);
  const bytes = createUploadBytes(join(dataDir, 'uploads'), pool, config);
  const uploads: UploadDeps = { forkEm, store, bytes, scanner: createScanner(config.clamd), inTurn };
  return {
    uploads,
    unsubscribeLinks,
    links: createFileLinks(config.sessionSecret, (sessionId, userId) => loadSessionHolder(pool, { sessionId, userId })),
    archives: createExportStore(join(dataDir, 'exports'), {
      keepFreeBytes: config.keepFreeBytes,
      totalMaxBytes: config.exportsMaxBytes,
    }),
    push: createWebPush({ vapidKeys: config.vapidKeys, hosts: config.pushHosts, folder: dataDir, publicUrl }),
    box: createSecretBox(config.encryptionKey),
    payments: await openPayments(config),
    callNetwork,
    iceServers: callNetwork.iceServers,
    mailer: createMailer({
      smtpUrl: config.smtpUrl,
      mustEncrypt: config.mustEncryptEmail,
      from: config.mailFrom,
      folder: join(dataDir, 'mail'),
      publicUrl,
      unsubscribeUrlOf: unsubscribeLinks.make,
      onDelivery: (address, isRefused) => markEmailRefused(pool, address, isRefused),
      log,
    }),
  };
}

type Gateways = Awaited<ReturnType<typeof openGateways>>;

async function startJobs(
  { databaseUrl, auditMonths, currency }: Config,
  log: Logger,
  { orm, cronPollSeconds, box, uploads, ...gateways }: Gateways & Pick<JobQueueSettings, 'orm' | 'cronPollSeconds'>,
): Promise<JobQueue> {
  const { forkEm, store: files } = uploads;
  const jobs = createJobQueue({
    databaseUrl,
    orm,
    box,
    cronPollSeconds,
    onError: (error) => log.warn({ err: error }, 'a background job failed'),
  });
  const onCleanup = ({ problem, ...counts }: CleanupReport): void => {
    reportCleanup(log, problem);
    if (problem === null) log.info(counts, 'stored files were cleaned up');
  };
  await jobs.start(
    listJobs({
      ...gateways,
      auditMonths,
      currency,
      erasers: accountErasers,
      forkEm,
      files,
      searchSources,
      metricParts,
      onCleanup,
    }),
  );
  return jobs;
}

function reportCleanup(log: Logger, problem: CleanupProblem | null): void {
  if (problem === null) return;
  const text = `stored files are not cleaned up: ${CLEANUP_PROBLEMS[problem]} See: npm run admin -- files status`;
  log[problem === 'paused' || problem === 'running' ? 'info' : 'error']({ problem }, text);
}

function listen(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new ConfigError([`HOST and PORT: ${error.message}`])));
    server.listen(port, host, () => resolve());
  });
}

interface HttpDeps {
  config: Config;
  log: Logger;
  access: Access;
  sessions: SessionStore;
  router: RequestHandler;
  /** Addresses that need no session. */
  open: readonly Router[];
  onRefusal: (req: Request, code: string) => void;
  disk: Pick<DiskWatch, 'notice'>;
}

/** Lists the middleware of every request, in order. */
function createHttp({ config, log, access, sessions, router, open, onRefusal, disk }: HttpDeps): Express {
  const { limits, connections, floods, cookie, passport, ownOrigin } = access;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', config.trustProxy);
  app.use(requestLog(log), warnOfProxyHeaders(log, config));
  app.use(connections.limitRequests);
  const { isHttps: isSecure, publicUrl: publicOrigin, hasSecureSubdomains } = config;
  app.use(securityHeaders({ isSecure, publicOrigin, hasSecureSubdomains }));
  app.use(securityTxt({ contact: config.securityContact, publicUrl: config.publicUrl }));
  app.use(...open);
  app.use(floods.refuseFloods);
  app.use('/api', refuseOldClients(META.minClient));
  app.use(
    session({
      name: sessionCookieName(cookie),
      secret: config.sessionSecret,
      store: sessions,
      resave: false,
      saveUninitialized: false,
      proxy: config.trustProxy > 0,
      cookie: sessionCookieOptions(cookie),
    }),
    passport.session(),
  );
  app.use('/api', recogniseDevice(cookie));
  app.use('/api', limitRequests(limits), checkOrigin(ownOrigin), readBody(), checkCsrf);
  app.use(SESSIONS_PATH, checkTus, readTusCreation);
  app.use(router);
  app.use((_req, _res, next) => next(notFound('This address')));
  app.use(handleErrors(log, onRefusal, disk.notice));
  return app;
}

/** Returns the counts of whole tables that many requests share. */
function shareCounts(pool: Pool): Pick<RouteDeps, 'courseCounts' | 'directoryFacets'> {
  return { courseCounts: shareCourseCounts(pool), directoryFacets: shareDirectoryFacets(pool) };
}
