import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { ROLES } from '#shared/api/endpoint.ts';
import { PURCHASE_LIMITS } from '#shared/limits.ts';
import { SECOND_MS } from '#shared/time.ts';
import { isUpdateFeed } from '#shared/update-feed.ts';
import { connectionOptions } from './db/connection.ts';
import {
  isLoopback,
  isHttpUrl,
  isIceUrlList,
  isNetworkList,
  isRedisUrl,
  isScannerAddress,
  isSecurityContact,
  isSmtpUrl,
  networksOf,
  parsePublicUrl,
} from './gateways/addresses.ts';
import { loadGeneratedSecret } from './gateways/generated-secret.ts';
import type { StunAddress } from './gateways/stun-server.ts';
import {
  INSECURE,
  isOn,
  listHttpsProblems,
  listPaymentProblems,
  listPlainProblems,
  listTurnProblems,
  listVapidProblems,
  mustEncryptEmail,
} from './gateways/unsafe-settings.ts';

/** Port of STUN (RFC 8489, section 18.6). */
const DEFAULT_STUN_PORT = 3_478;

/** Settings that can also be given as the path of a file, in a setting whose name ends in `_FILE`. */
export const SECRETS = [
  'DATABASE_URL',
  'MIGRATE_URL',
  'REDIS_URL',
  'SESSION_SECRET',
  'ENCRYPTION_KEY',
  'SMTP_URL',
  'VAPID_PRIVATE_KEY',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'TURN_SECRET',
] as const;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** The environment, parsed once. Folders are absolute; `publicUrl` is an origin without a trailing slash. */
export type Config = ReturnType<typeof loadConfig>;

/** An S3-compatible store; without `endpoint` the one of AWS. */
export interface S3Settings {
  endpoint: string | undefined;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The keys of Stripe. Without `apiUrl`, which no setting gives, the API of Stripe itself. */
export interface StripeSettings {
  provider: 'stripe';
  secretKey: string;
  webhookSecret: string;
  apiUrl?: string;
}

/** The keys of web push (RFC 8292), in base64url. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** The push services of the browsers in use. */
const PUSH_HOSTS = 'fcm.googleapis.com,*.push.services.mozilla.com,*.notify.windows.com,*.push.apple.com';

/** Lists every missing or invalid setting in one message. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Lyceum cannot start with these settings:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

const integer = (least: number, most: number, fallback: string) =>
  z.pipe(
    z.pipe(
      z._default(z.string(), fallback),
      z.transform((text) => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN)),
    ),
    z
      .number(`must be a whole number from ${least} to ${most}`)
      .check(
        z.gte(least, `must be a whole number from ${least} to ${most}`),
        z.lte(most, `must be a whole number from ${least} to ${most}`),
      ),
  );

const environment = z.object({
  DATABASE_URL: z.string('must be given, as postgres://user:password@host:port/name').check(databaseAddress),
  MIGRATE_URL: z.optional(z.string().check(databaseAddress)),
  DATABASE_WAIT_SECONDS: integer(0, 3_600, '60'),
  REDIS_URL: z.optional(z.string().check(z.refine(isRedisUrl, 'must look like redis://:password@host:6379'))),
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: integer(0, 65_535, '4000'),
  PUBLIC_URL: z.optional(z.string()),
  DATA_DIR: z._default(z.string(), '.data'),
  WEB_DIR: z._default(z.string(), join('out', 'web')),
  SESSION_SECRET: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  ENCRYPTION_KEY: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  LOG_LEVEL: z._default(z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`), 'info'),
  SEED_DEMO: z._default(z.enum(['true', 'false', '1', '0'], 'must be true or false'), 'false'),
  TRUST_PROXY: integer(0, 10, '0'),
  TRUSTED_NETWORKS: z.optional(
    z.string().check(z.refine(isNetworkList, 'must be networks such as 198.51.100.0/24,2001:db8::/32')),
  ),
  CONNECTIONS_PER_ADDRESS: integer(10, 1_000_000, '1000'),
  DRAIN_SECONDS: integer(0, 300, '5'),
  CURRENCY: z._default(
    z
      .string()
      .check(
        z.refine(
          (code) => Intl.supportedValuesOf('currency').includes(code),
          'must be a three-letter ISO 4217 code such as USD',
        ),
      ),
    'USD',
  ),
  LIMIT_FACTOR: z.pipe(
    z.pipe(z._default(z.string(), '1'), z.transform(Number)),
    z.number('must be a number above 0').check(z.gt(0, 'must be a number above 0')),
  ),
  SMTP_URL: z.optional(z.string().check(z.refine(isSmtpUrl, 'must look like smtps://user:password@host:port'))),
  MAIL_FROM: z.optional(
    z
      .string()
      .check(z.regex(/^[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/, 'must look like Name <address>')),
  ),
  SUPPORT_EMAIL: z.optional(
    z.string().check(z.regex(/^[^\s<>@]+@[^\s<>@]+$/, 'must be an address such as help@school.example')),
  ),
  HSTS_SUBDOMAINS: z._default(z.enum(['true', 'false', '1', '0'], 'must be true or false'), 'false'),
  SECURITY_CONTACT: z.optional(
    z
      .string()
      .check(z.refine(isSecurityContact, 'must look like security@school.example or https://school.example/security')),
  ),
  UPDATE_FEED_URL: z.optional(
    z.string().check(z.refine(isUpdateFeed, 'must look like https://lyceum.school.example/updates/')),
  ),
  VAPID_PUBLIC_KEY: z.optional(z.string().check(z.regex(/^[\w-]{87}$/, 'must be 87 characters of base64url'))),
  VAPID_PRIVATE_KEY: z.optional(z.string().check(z.regex(/^[\w-]{43}$/, 'must be 43 characters of base64url'))),
  PUSH_HOSTS: z._default(
    z.string().check(z.regex(/^(\*\.)?[a-z0-9.:-]+(,(\*\.)?[a-z0-9.:-]+)*$/, 'must be hosts separated by commas')),
    PUSH_HOSTS,
  ),
  S3_BUCKET: z.optional(
    z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')),
  ),
  S3_ENDPOINT: z.optional(z.string().check(z.refine(isHttpUrl, 'must look like https://s3.school.example'))),
  S3_REGION: z._default(z.string().check(z.regex(/^[a-z0-9-]+$/, 'must look like eu-central-1')), 'us-east-1'),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  APPROVE_ROLES: z._default(
    z
      .string()
      .check(
        z.regex(
          /^(none|(teacher|institution)(,(teacher|institution))?)$/,
          'must be institution, teacher, both separated by a comma, or none',
        ),
      ),
    'institution',
  ),
  REQUIRE_TWO_FACTOR: z._default(
    z
      .string()
      .check(
        z.refine(isRoleList, 'must be roles (student, teacher, institution, creator) separated by commas, or none'),
      ),
    'none',
  ),
  ALLOW_INSECURE: z._default(
    z
      .string()
      .check(
        z.refine(
          (text) => text.split(',').every((name) => INSECURE.some((known) => known === name)),
          `must be some of ${INSECURE.join(', ')}, separated by commas`,
        ),
      ),
    '',
  ),
  PAYMENTS: z.optional(z.enum(['test', 'stripe'], 'must be test or stripe, or not given')),
  STRIPE_SECRET_KEY: z.optional(z.string().check(z.regex(/^[rs]k_\w+$/, 'must look like sk_live_... or rk_live_...'))),
  STRIPE_WEBHOOK_SECRET: z.optional(z.string().check(z.regex(/^whsec_\w+$/, 'must look like whsec_...'))),
  REFUND_DAYS: integer(0, PURCHASE_LIMITS.refundDaysMax, '14'),
  STUN_PORT: z.optional(
    z
      .string()
      .check(
        z.refine(
          (text) => text === 'off' || (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535),
          'must be a port, or off',
        ),
      ),
  ),
  STUN_HOST: z.optional(z.string()),
  STUN_URLS: z.optional(
    z.string().check(z.refine(isIceUrlList('stun'), 'must be addresses such as stun:calls.school.example:3478')),
  ),
  TURN_URLS: z.optional(
    z.string().check(z.refine(isIceUrlList('turn'), 'must be addresses such as turn:calls.school.example:3478')),
  ),
  TURN_CREDENTIAL_SECONDS: integer(5, 86_400, '600'),
  TURN_SECRET: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  KEEP_FREE_MB: integer(0, 1_000_000, '200'),
  EXPORTS_MAX_GB: integer(1, 1_000_000, '50'),
  AUDIT_MONTHS: integer(1, 1_200, '13'),
  CLAMD: z.optional(
    z.string().check(z.refine(isScannerAddress, 'must look like unix:/run/clamav/clamd.ctl or tcp://host:3310')),
  ),
});

/** The name of an environment variable that the server reads. */
export type SettingName = keyof typeof environment.shape;

function databaseAddress({ value, issues }: { value: string; issues: z.core.$ZodRawIssue[] }): void {
  try {
    connectionOptions(value);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    issues.push({ code: 'custom', input: value, message });
  }
}

/**
 * Reads the settings from an environment; a blank value counts as missing.
 *
 * @throws {ConfigError} naming every wrong setting at once.
 */
export function loadConfig(env: Record<string, string | undefined>) {
  const { given, problems } = readSecretFiles(env);
  const parsed = environment.safeParse(given);
  if (!parsed.success) problems.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));

  const port = parsed.data?.PORT ?? given['PORT'] ?? '4000';
  const publicUrl = parsePublicUrl(given['PUBLIC_URL'] ?? `http://127.0.0.1:${port}`);
  if ('problem' in publicUrl) problems.push(`PUBLIC_URL ${publicUrl.problem}`);
  else if (publicUrl.isHttps) problems.push(...listHttpsProblems(given));
  problems.push(...listVapidProblems(given));
  if (given['WEB_DIR'] && !existsSync(join(given['WEB_DIR'], 'index.html')))
    problems.push('WEB_DIR must be a folder with the built web app (npm run build)');
  problems.push(...listS3Problems(given), ...listPlainProblems(given), ...listTurnProblems(given));
  problems.push(...listPaymentProblems(given, 'problem' in publicUrl ? undefined : publicUrl.origin));
  if (problems.length > 0 || !parsed.success || 'problem' in publicUrl) throw new ConfigError(problems);

  const values = parsed.data;
  const dataDir = resolve(values.DATA_DIR);
  return {
    databaseUrl: values.DATABASE_URL,
    /** Undefined: `databaseUrl` migrates as well. */
    migrateUrl: values.MIGRATE_URL,
    /** How long the start waits for the database. */
    databaseWaitMs: values.DATABASE_WAIT_SECONDS * SECOND_MS,
    /** Undefined: this is the only node. */
    redisUrl: values.REDIS_URL,
    host: values.HOST,
    port: values.PORT,
    publicUrl: publicUrl.origin,
    isHttps: publicUrl.isHttps,
    dataDir,
    webDir: resolve(values.WEB_DIR),
    sessionSecret: values.SESSION_SECRET ?? loadGeneratedSecret(dataDir, 'session.secret', randomSecret),
    encryptionKey: values.ENCRYPTION_KEY ?? loadGeneratedSecret(dataDir, 'encryption.key', randomSecret),
    logLevel: values.LOG_LEVEL,
    seedDemo: isOn(values.SEED_DEMO),
    trustProxy: values.TRUST_PROXY,
    /** Networks whose limits per address are wide. */
    trustedNetworks: networksOf(values.TRUSTED_NETWORKS ?? ''),
    /** Most connections of one address at once. */
    connectionsPerAddress: values.CONNECTIONS_PER_ADDRESS,
    /** How long it accepts requests while it is not ready, before it stops. */
    drainMs: (given['DRAIN_SECONDS'] || publicUrl.isHttps ? values.DRAIN_SECONDS : 0) * SECOND_MS,
    currency: values.CURRENCY,
    limitFactor: values.LIMIT_FACTOR,
    /** Undefined: emails are written to files. */
    smtpUrl: values.SMTP_URL,
    /** Emails are not sent to a server that offers no TLS. */
    mustEncryptEmail: mustEncryptEmail(given),
    mailFrom: values.MAIL_FROM ?? `Lyceum <lyceum@${new URL(publicUrl.origin).hostname}>`,
    /** Undefined: messages of the contact form are listed by the operator's command only. */
    supportEmail: values.SUPPORT_EMAIL,
    /** HSTS also covers the hosts below the one of PUBLIC_URL. */
    hasSecureSubdomains: isOn(values.HSTS_SUBDOMAINS),
    /** Undefined: `/.well-known/security.txt` does not exist. */
    securityContact: values.SECURITY_CONTACT,
    /** Undefined: desktop clients are not updated from this server. */
    updateFeed: values.UPDATE_FEED_URL,
    /** Undefined: generated once and stored in `dataDir`. */
    vapidKeys: vapidKeysOf(values),
    /** Hosts of push services; `*.` at the start matches every subdomain. */
    pushHosts: values.PUSH_HOSTS.split(','),
    /** Undefined: files are stored in `dataDir`. */
    s3: s3Of(values),
    /** Undefined: nothing can be bought. */
    payments: paymentsOf(values),
    /** Days after a payment within which a refund on request is automatic. */
    refundDays: values.REFUND_DAYS,
    ...callServersOf(values, publicUrl.origin),
    /** Bytes that uploads leave free on the disk. */
    keepFreeBytes: values.KEEP_FREE_MB * 1024 * 1024,
    /** Bytes of all archives of accounts together. */
    exportsMaxBytes: values.EXPORTS_MAX_GB * 1e9,
    /** Roles whose new accounts an operator approves. */
    approvedRoles: ROLES.filter((role) => values.APPROVE_ROLES.split(',').includes(role)),
    /** Roles that must have two-factor sign-in. */
    twoFactorRoles: ROLES.filter((role) => values.REQUIRE_TWO_FACTOR.split(',').includes(role)),
    /** How long entries of the audit log are stored. */
    auditMonths: values.AUDIT_MONTHS,
    /** Undefined: uploads are not scanned. */
    clamd: values.CLAMD,
  };
}

/**
 * Adds the settings that are given as files, without blanks around them; blank settings are left out. `problems` names
 * the files that cannot be read and those that contradict a setting.
 */
export function readSecretFiles(env: Record<string, string | undefined>): {
  given: Record<string, string | undefined>;
  problems: string[];
} {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const problems: string[] = [];
  for (const name of SECRETS) {
    const path = given[`${name}_FILE`];
    if (path === undefined) continue;
    try {
      const value = readFileSync(path, 'utf8').trim();
      if (given[name] !== undefined && given[name] !== value)
        problems.push(`${name} and ${name}_FILE contradict each other; give one of them`);
      given[name] = value;
    } catch (error) {
      problems.push(`${name}_FILE cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { given, problems };
}

function callServersOf(values: z.infer<typeof environment>, publicUrl: string) {
  const { STUN_URLS, TURN_URLS, TURN_SECRET, TURN_CREDENTIAL_SECONDS } = values;
  return {
    /** Servers by which two members of a call find a connection; without a TURN server only direct ones. */
    iceServers: {
      stunUrls: STUN_URLS?.split(',') ?? [],
      turnUrls: TURN_URLS?.split(',') ?? [],
      turnSecret: TURN_SECRET,
      credentialMs: TURN_CREDENTIAL_SECONDS * SECOND_MS,
    },
    /** Undefined: this server does not answer STUN. */
    stun: stunOf(values, publicUrl),
  };
}

/** coturn uses the same port by default, and answers STUN as well. */
function stunOf(
  { STUN_PORT, STUN_HOST, STUN_URLS, TURN_URLS, HOST }: z.infer<typeof environment>,
  publicUrl: string,
): StunAddress | undefined {
  const { hostname: publicHost } = new URL(publicUrl);
  const isOff = STUN_PORT === 'off' || (STUN_PORT === undefined && TURN_URLS !== undefined);
  if (isOff || STUN_URLS !== undefined || isLoopback(publicHost)) return undefined;
  const [host, port] = [STUN_HOST ?? HOST, Number(STUN_PORT ?? DEFAULT_STUN_PORT)];
  return { host, port, url: isLoopback(host) ? null : `stun:${publicHost}:${port}` };
}

function listS3Problems(given: Record<string, string | undefined>): string[] {
  const names = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  const isPartial = names.some((name) => given[name]) && !names.every((name) => given[name]);
  return isPartial ? [`${names.join(', ')} must be given together`] : [];
}

function vapidKeysOf({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: z.infer<typeof environment>): VapidKeys | undefined {
  return VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY
    ? { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY }
    : undefined;
}

function s3Of({
  S3_ENDPOINT,
  S3_BUCKET,
  S3_REGION,
  S3_ACCESS_KEY_ID,
  S3_SECRET_ACCESS_KEY,
}: z.infer<typeof environment>): S3Settings | undefined {
  if (!S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined;
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}

function paymentsOf({
  PAYMENTS,
  STRIPE_SECRET_KEY,
  STRIPE_WEBHOOK_SECRET,
}: z.infer<typeof environment>): StripeSettings | { provider: 'test' } | undefined {
  if (PAYMENTS !== 'stripe') return PAYMENTS && { provider: PAYMENTS };
  return { provider: PAYMENTS, secretKey: STRIPE_SECRET_KEY ?? '', webhookSecret: STRIPE_WEBHOOK_SECRET ?? '' };
}

function isRoleList(text: string): boolean {
  return text === 'none' || text.split(',').every((name) => ROLES.some((role) => role === name));
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}
