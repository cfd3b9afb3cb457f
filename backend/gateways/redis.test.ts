import { Writable } from 'node:stream';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isWithoutRedis, startTestRedis, type TestRedis } from '../testing/redis.ts';
import { Redis } from './redis.ts';

const PASSWORD = 'a-password-that-no-log-contains';

describe.skipIf(isWithoutRedis)('the connection to Redis (needs redis-server)', () => {
  let server: TestRedis;
  let redis: Redis;
  let logged: string;
  let returns: number;

  function open(url: string): Redis {
    logged = '';
    returns = 0;
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        logged += chunk.toString();
        done();
      },
    });
    const opened = new Redis({ url, secret: 'a secret', log: pino({ level: 'trace' }, stream) });
    opened.onReturn(() => (returns += 1));
    return opened;
  }
  const ping = () => redis.run((client) => client.ping());
  const timesLogged = (text: string) => logged.split(text).length - 1;

  beforeEach(async () => {
    server = await startTestRedis({ password: PASSWORD });
    redis = open(server.url);
  });
  afterEach(async () => {
    redis.close();
    server.thaw();
    await server.stop();
  });

  it('fails at once while Redis is killed, reports its return, and logs each outage once', async () => {
    await redis.start();
    expect(await ping()).toBe('PONG');
    expect([logged, returns]).toEqual(['', 0]);
    for (const outage of [1, 2]) {
      await server.kill();
      await expect.poll(() => redis.isUnavailable).toBe(true);
      const startedAt = performance.now();
      await expect(ping()).rejects.toThrow('Redis is unavailable');
      expect(performance.now() - startedAt).toBeLessThan(1_000);
      await server.start();
      await expect.poll(() => redis.isUnavailable).toBe(false);
      expect(await ping()).toBe('PONG');
      await expect.poll(() => returns).toBeGreaterThanOrEqual(outage);
      expect(timesLogged('Redis is unavailable')).toBe(outage);
      expect(timesLogged('Redis is back')).toBe(outage);
    }
    expect(logged).not.toContain(PASSWORD);
  });

  it('gives up commands that a frozen Redis does not execute, all at once', async () => {
    await redis.start();
    server.freeze();
    const startedAt = performance.now();
    const outcomes = await Promise.allSettled([ping(), ping(), ping()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    await expect(ping()).rejects.toThrow('Redis is unavailable');
    server.thaw();
    await expect.poll(() => redis.isUnavailable).toBe(false);
    expect(await ping()).toBe('PONG');
    expect(returns).toBeGreaterThan(0);
  });

  it('goes on after a message that its listener cannot read', async () => {
    const thrown: unknown[] = [];
    process.setUncaughtExceptionCaptureCallback((error) => thrown.push(error));
    try {
      await redis.start();
      const received: unknown[] = [];
      redis.subscribe('channel', (message) => received.push(JSON.parse(message.toString())));
      const publish = (text: string) => redis.run((client) => client.publish('channel', text));
      await expect.poll(() => publish('no JSON')).toBe(1);
      await expect.poll(() => publish('"good"').then(() => received)).toContain('good');
      expect(thrown).toEqual([]);
      expect(logged).toContain('a message of Redis could not be read');
    } finally {
      process.setUncaughtExceptionCaptureCallback(null);
    }
  });

  it('counts as unavailable while Redis accepts no writes', async () => {
    await redis.start();
    await redis.run((client) => client.configSet({ maxmemory: '1' }));
    await expect.poll(() => redis.isUnavailable).toBe(true);
    expect(logged).toContain('OOM');
  });

  it('starts without Redis and connects later', async () => {
    await server.kill();
    await redis.start();
    expect(redis.isUnavailable).toBe(true);
    expect(timesLogged('Redis is unavailable')).toBe(1);
    await server.start();
    await expect.poll(() => redis.isUnavailable).toBe(false);
    await expect.poll(() => returns).toBe(1);
  });

  it('stays unavailable with a wrong password, which no log contains', async () => {
    redis.close();
    redis = open(server.url.replace(PASSWORD, `${PASSWORD}-but-wrong`));
    await redis.start();
    expect(redis.isUnavailable).toBe(true);
    expect(timesLogged('Redis is unavailable')).toBe(1);
    expect(logged).not.toContain(PASSWORD);
  });
});
