import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import webPush from 'web-push';
import { ConfigError, loadConfig } from './config.ts';

const SECRET = 'x'.repeat(32);
/** What an https server needs at least. */
const HTTPS = {
  PUBLIC_URL: 'https://lyceum.example',
  SESSION_SECRET: SECRET,
  ENCRYPTION_KEY: SECRET,
  TRUST_PROXY: '1',
  SMTP_URL: 'smtps://mail.lyceum.example',
};
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lyceum-config-'));
});
afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

function load(env: Record<string, string | undefined> = {}) {
  return loadConfig({ DATABASE_URL: 'postgres://u@127.0.0.1:5432/lyceum', DATA_DIR: dataDir, ...env });
}

function problemsOf(env: Record<string, string | undefined>): readonly string[] {
  try {
    loadConfig({ DATA_DIR: dataDir, ...env });
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('loadConfig', () => {
  it('fills in every default', () => {
    const config = load();
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 4000,
      publicUrl: 'http://127.0.0.1:4000',
      isHttps: false,
      logLevel: 'info',
      seedDemo: false,
      trustProxy: 0,
      currency: 'USD',
      limitFactor: 1,
      dataDir,
    });
    expect(config.webDir.endsWith(join('out', 'web'))).toBe(true);
  });

  it('answers STUN where others reach it, unless another server does', () => {
    const stunOf = (env: Record<string, string>) => load({ ...HTTPS, ...env }).stun;
    const url = 'stun:lyceum.example:3478';
    expect(stunOf({ HOST: '0.0.0.0' })).toEqual({ host: '0.0.0.0', port: 3478, url });
    expect(stunOf({ STUN_HOST: '::', STUN_PORT: '5000' })).toEqual({
      host: '::',
      port: 5000,
      url: 'stun:lyceum.example:5000',
    });
    // Only the proxy of this machine reaches the default HOST.
    expect(stunOf({})).toEqual({ host: '127.0.0.1', port: 3478, url: null });
    expect(stunOf({ STUN_PORT: 'off' })).toBeUndefined();
    expect(stunOf({ STUN_URLS: 'stun:calls.example:3478' })).toBeUndefined();
    const turn = { TURN_URLS: 'turn:lyceum.example:3478', TURN_SECRET: SECRET, HOST: '0.0.0.0' };
    expect(stunOf(turn)).toBeUndefined();
    expect(stunOf({ ...turn, STUN_PORT: '3479' })).toMatchObject({ port: 3479 });
    // Only this machine uses the server.
    expect(load({ HOST: '0.0.0.0', STUN_PORT: '3478' }).stun).toBeUndefined();
    for (const STUN_PORT of ['0', '65536', 'on', '-1'])
      expect(problemsOf({ ...HTTPS, STUN_PORT })).toContain('STUN_PORT must be a port, or off');
  });

  it('uses the port in the default address', () => {
    expect(load({ PORT: '4100' }).publicUrl).toBe('http://127.0.0.1:4100');
  });

  it('counts a blank value as not given', () => {
    expect(load({ HOST: ' ', CURRENCY: '' })).toMatchObject({ host: '127.0.0.1', currency: 'USD' });
  });

  it('generates one secret and stores it, readable by its owner only', () => {
    const first = load().sessionSecret;
    expect(first.length).toBeGreaterThanOrEqual(32);
    expect(load().sessionSecret).toBe(first);
    expect(statSync(join(dataDir, 'session.secret')).mode & 0o777).toBe(0o600);
  });

  it('reads an https deployment', () => {
    const config = load({ ...HTTPS, PUBLIC_URL: 'https://lyceum.example/' });
    expect(config).toMatchObject({
      publicUrl: 'https://lyceum.example',
      isHttps: true,
      sessionSecret: SECRET,
      trustProxy: 1,
      seedDemo: false,
    });
  });

  it('refuses the demo accounts on an https server, since their passwords are public', () => {
    expect(load({ SEED_DEMO: '1' }).seedDemo).toBe(true);
    for (const value of ['1', 'true'])
      expect(() => load({ ...HTTPS, SEED_DEMO: value })).toThrow(/SEED_DEMO must not be true/);
  });

  it.each(['http://localhost:4000', 'http://127.0.0.2:80', 'http://[::1]:4000'])('accepts http on %s', (url) => {
    expect(load({ PUBLIC_URL: url }).isHttps).toBe(false);
  });

  it.each([
    'http://lyceum.example',
    'http://192.168.1.4:4000',
    'http://127.0.0.1.evil.example',
    'ftp://127.0.0.1',
    'https://lyceum.example/app',
    'nonsense',
  ])('refuses %s', (url) => {
    expect(() => load({ PUBLIC_URL: url, SESSION_SECRET: SECRET })).toThrow(/PUBLIC_URL/);
  });

  it('names every wrong setting in one error', () => {
    const problems = problemsOf({
      PORT: '99999',
      LOG_LEVEL: 'loud',
      TRUST_PROXY: '-1',
      CURRENCY: 'dollars',
      LIMIT_FACTOR: '0',
      SEED_DEMO: 'maybe',
      PUBLIC_URL: 'http://lyceum.example',
      SESSION_SECRET: 'short',
    });
    const names = problems.map((problem) => problem.split(' ')[0]);
    expect(names.toSorted()).toEqual([
      'CURRENCY',
      'DATABASE_URL',
      'LIMIT_FACTOR',
      'LOG_LEVEL',
      'PORT',
      'PUBLIC_URL',
      'SEED_DEMO',
      'SESSION_SECRET',
      'TRUST_PROXY',
    ]);
    expect(problems.every((problem) => problem.includes(' must '))).toBe(true);
  });

  it('names what is wrong with the address of the database', () => {
    expect(problemsOf({ DATABASE_URL: 'postgres://u@localhost/d?sslmode=prefer' })).toEqual([
      'DATABASE_URL must have one of these values of sslmode: disable, require, verify-ca, verify-full, no-verify',
    ]);
  });

  it.each([
    ['MIGRATE_URL', 'mysql://owner@localhost/d'],
    ['CURRENCY', 'ZZZ'],
    ['CLAMD', 'tcp://scanner:99999'],
    ['CLAMD', 'tcp://scanner'],
    ['WEB_DIR', '/nonexistent'],
    ['TRUSTED_NETWORKS', '10.0.0.0/33'],
    ['TRUSTED_NETWORKS', 'school.example'],
    ['STUN_URLS', 'turn:calls.test:3478'],
    ['SECURITY_CONTACT', 'http://school.example/security'],
    ['SECURITY_CONTACT', 'the help desk'],
    ['UPDATE_FEED_URL', 'http://school.example/updates/'],
    ['SECURITY_CONTACT', 'security@school.example\nContact: x@evil.example'],
  ])('rejects %s %s', (name, value) => {
    expect(problemsOf({ DATABASE_URL: 'postgres://localhost/d', [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name} must`)),
    ]);
  });

  it('requires a TURN server and a long secret together', () => {
    const turn = (TURN_URLS?: string, TURN_SECRET?: string) => ({
      DATABASE_URL: 'postgres://localhost/d',
      TURN_URLS,
      TURN_SECRET,
    });
    const urls = 'turn:calls.test:3478,turns:[2001:db8::1]:5349?transport=tcp';
    const together = 'TURN_URLS and TURN_SECRET must be given together';
    expect(problemsOf(turn(urls, 's'.repeat(32)))).toEqual([]);
    expect(problemsOf(turn(urls, 's'.repeat(31)))).toEqual(['TURN_SECRET must have at least 32 characters']);
    expect(problemsOf(turn('https://calls.test', 's'.repeat(32)))).toEqual([expect.stringMatching(/^TURN_URLS must/)]);
    expect(problemsOf(turn(urls))).toEqual([together]);
    expect(problemsOf(turn(undefined, 's'.repeat(32)))).toEqual([together]);
    expect(load(turn(urls, 's'.repeat(32))).iceServers.turnUrls).toHaveLength(2);
  });

  it('rejects VAPID keys that are no pair', () => {
    const [one, other] = [webPush.generateVAPIDKeys(), webPush.generateVAPIDKeys()];
    const keys = (publicKey: string) => ({
      DATABASE_URL: 'postgres://localhost/d',
      VAPID_PUBLIC_KEY: publicKey,
      VAPID_PRIVATE_KEY: one.privateKey,
    });
    expect(problemsOf(keys(one.publicKey))).toEqual([]);
    expect(problemsOf(keys(other.publicKey))).toEqual(['VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY']);
  });

  it('reads secrets from files', () => {
    const path = join(dataDir, 'secret');
    writeFileSync(path, `${SECRET}\n`);
    expect(load({ SESSION_SECRET_FILE: path }).sessionSecret).toBe(SECRET);
    expect(load({ SESSION_SECRET_FILE: path, SESSION_SECRET: SECRET }).sessionSecret).toBe(SECRET);
    expect(
      problemsOf({
        DATABASE_URL: 'postgres://localhost/d',
        SESSION_SECRET_FILE: path,
        SESSION_SECRET: 'y'.repeat(32),
        SMTP_URL_FILE: '/nonexistent',
      }),
    ).toEqual([
      'SESSION_SECRET and SESSION_SECRET_FILE contradict each other; give one of them',
      expect.stringMatching(/^SMTP_URL_FILE cannot be read: ENOENT/),
    ]);
  });

  it('reads networks of both kinds', () => {
    const { trustedNetworks } = load({ TRUSTED_NETWORKS: '198.51.100.0/24, 2001:db8::/32,192.0.2.7' });
    const isIn = (address: string) => trustedNetworks.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
    expect(['198.51.100.9', '::ffff:198.51.100.9', '2001:db8:1::1', '192.0.2.7'].map(isIn)).toEqual(
      Array(4).fill(true),
    );
    expect(['198.51.101.9', '2001:db9::1', '192.0.2.8'].map(isIn)).toEqual(Array(3).fill(false));
  });

  it('requires secrets and a trusted proxy over https', () => {
    expect(problemsOf({ DATABASE_URL: 'postgres://localhost/d', PUBLIC_URL: 'https://lyceum.example' })).toEqual([
      'SESSION_SECRET must be given when PUBLIC_URL is https',
      'ENCRYPTION_KEY must be given when PUBLIC_URL is https',
      'TRUST_PROXY must be at least 1 when PUBLIC_URL is https, since a proxy provides the https',
      expect.stringMatching(/^SMTP_URL must be given when PUBLIC_URL is https/),
    ]);
  });

  it('refuses connections that leave this machine without TLS, unless they are allowed by name', () => {
    const s3 = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    const plain = {
      ...HTTPS,
      ...s3,
      SMTP_URL: undefined,
      S3_ENDPOINT: 'http://store.school.example',
      DATABASE_URL: 'postgres://u:p@127.0.0.1,db.school.example/lyceum',
      MIGRATE_URL: 'postgres://owner:p@db.school.example/lyceum',
    };
    expect(problemsOf(plain).map((problem) => problem.split(' ')[0])).toEqual([
      'SMTP_URL',
      'DATABASE_URL',
      'MIGRATE_URL',
      'S3_ENDPOINT',
    ]);
    expect(problemsOf(plain).join(' ')).not.toContain('u:p');
    expect(problemsOf({ ...plain, ALLOW_INSECURE: 'database,s3,email-files' })).toEqual([]);
    expect(problemsOf({ ...plain, ALLOW_INSECURE: 'everything' })[0]).toContain('ALLOW_INSECURE must be');

    const secure = ['db.school.example/d?sslmode=verify-full', '[::1]/d', 'localhost/d', '/d?host=/run/postgresql'];
    for (const rest of secure) expect(load({ DATABASE_URL: `postgres://u@${rest}` })).toBeDefined();
    expect(() => load({ DATABASE_URL: 'postgres://u@db/d' })).toThrow(/DATABASE_URL/);
    expect(load({ DATABASE_URL: 'postgres://u@db/d', PGSSLMODE: 'require' })).toBeDefined();
    expect(() => load({ DATABASE_URL: 'postgres://u@db/d?sslmode=disable', PGSSLMODE: 'require' })).toThrow(/TLS/);
    expect(() => load({ ...s3, S3_ENDPOINT: 'http://10.0.0.9:9000' })).toThrow(/S3_ENDPOINT/);
    expect(load({ ...s3, S3_ENDPOINT: 'https://10.0.0.9' })).toBeDefined();
  });

  it('requires TLS of a mail server elsewhere', () => {
    expect(load({ SMTP_URL: 'smtp://mail.school.example' }).mustEncryptEmail).toBe(true);
    expect(load({ SMTP_URL: 'smtp://mail.school.example', ALLOW_INSECURE: 'smtp' }).mustEncryptEmail).toBe(false);
    expect(load({ SMTP_URL: 'smtp://localhost:25' }).mustEncryptEmail).toBe(false);
  });

  it('refuses an untrusted proxy over https', () => {
    expect(() => load({ ...HTTPS, TRUST_PROXY: '0' })).toThrow(/TRUST_PROXY must be at least 1/);
    expect(load({ ...HTTPS, TRUST_PROXY: '2' }).trustProxy).toBe(2);
  });

  it('accepts the settings of a file store and a scanner only when they are complete', () => {
    expect(load()).toMatchObject({
      s3: undefined,
      clamd: undefined,
      keepFreeBytes: 200 * 1024 * 1024,
      exportsMaxBytes: 50e9,
    });
    const s3 = {
      S3_BUCKET: 'files',
      S3_ENDPOINT: 'http://127.0.0.1:9000',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    expect(load({ ...s3, CLAMD: 'tcp://127.0.0.1:3310' })).toMatchObject({
      s3: {
        bucket: 'files',
        endpoint: 'http://127.0.0.1:9000',
        region: 'us-east-1',
        accessKeyId: 'id',
        secretAccessKey: 'secret',
      },
      clamd: 'tcp://127.0.0.1:3310',
    });
    for (const url of ['redis://127.0.0.1:6379', 'rediss://user:secret@redis.school.example/2'])
      expect(load({ REDIS_URL: url }).redisUrl).toBe(url);
    for (const url of ['127.0.0.1:6379', 'http://redis', 'redis://', 'redis://redis/second'])
      expect(() => load({ REDIS_URL: url })).toThrow(/REDIS_URL must look like/);
    expect(() => load({ S3_BUCKET: 'files' })).toThrow(/must be given together/);
    expect(() => load({ CLAMD: '/run/clamd' })).toThrow(/CLAMD must look like/);
    expect(() => load({ ...s3, S3_ENDPOINT: 'store' })).toThrow(/S3_ENDPOINT must look like/);
  });

  it('takes test payments on this machine only', () => {
    expect(load({ PAYMENTS: 'test' })).toMatchObject({ payments: { provider: 'test' }, refundDays: 14 });
    expect(load({ PAYMENTS: 'test', PUBLIC_URL: 'http://localhost:4000' }).payments).toEqual({ provider: 'test' });
    expect(load().payments).toBeUndefined();
    const problems = problemsOf({ ...HTTPS, DATABASE_URL: 'postgres://u@127.0.0.1/x', PAYMENTS: 'test' });
    expect(problems).toEqual([
      'PAYMENTS must not be test when others reach the server: test payments are free of charge',
    ]);
  });

  it('requires both secrets of Stripe, and a currency of which Stripe has the minor unit', () => {
    const stripe = { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    expect(load({ ...stripe, REFUND_DAYS: '30' })).toMatchObject({
      payments: { provider: 'stripe', secretKey: 'sk_test_1', webhookSecret: 'whsec_1' },
      refundDays: 30,
    });
    const problems = (env: Record<string, string>) => problemsOf({ DATABASE_URL: 'postgres://u@127.0.0.1/x', ...env });
    expect(problems({ PAYMENTS: 'stripe' })).toEqual([
      'STRIPE_SECRET_KEY must be given when PAYMENTS is stripe',
      'STRIPE_WEBHOOK_SECRET must be given when PAYMENTS is stripe',
    ]);
    expect(problems({ ...stripe, STRIPE_SECRET_KEY: 'pk_live_1' }).join()).toContain(
      'STRIPE_SECRET_KEY must look like',
    );
    expect(problems({ ...stripe, CURRENCY: 'MGA' }).join()).toContain('CURRENCY must not be MGA');
    expect(problems({ PAYMENTS: 'cash' }).join()).toContain('PAYMENTS must be test or stripe');
  });
});
