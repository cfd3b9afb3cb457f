import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RATE_LIMITS, type LimitName } from '#shared/rate-limits.ts';
import { Redis } from '../gateways/redis.ts';
import { isWithoutRedis, startTestRedis, type TestRedis } from '../testing/redis.ts';
import { createRateLimits, type RateLimits } from './rate-limits.ts';

/** Counts until the limit refuses, and returns how many were accepted. */
async function exhaust(limits: RateLimits, name: LimitName, key: string): Promise<number> {
  for (let accepted = 0; ; accepted += 1) {
    try {
      await limits.consume(name, key);
    } catch (error) {
      expect(error).toMatchObject({ code: 'RATE_LIMITED' });
      return accepted;
    }
  }
}

describe.skipIf(isWithoutRedis)('limits of two nodes (needs redis-server)', () => {
  let server: TestRedis;
  let connections: Redis[];
  let nodes: [RateLimits, RateLimits];
  beforeAll(async () => {
    server = await startTestRedis();
    const open = async (): Promise<Redis> => {
      const redis = new Redis({ url: server.url, secret: 'a secret', log: pino({ level: 'silent' }) });
      await redis.start();
      return redis;
    };
    connections = [await open(), await open()];
    nodes = connections.map((redis) => createRateLimits(1, redis)) as [RateLimits, RateLimits];
  });
  afterAll(async () => {
    for (const connection of connections) connection.close();
    await server.stop();
  });
  const { points } = RATE_LIMITS.failedSignInAccountAddress;

  it('count together', async () => {
    const [first, second] = nodes;
    await first.consume('failedSignInAccountAddress', 'ada');
    await first.consume('failedSignInAccountAddress', 'ada');
    await first.giveBack('failedSignInAccountAddress', 'ada');
    expect(await exhaust(second, 'failedSignInAccountAddress', 'ada')).toBe(points - 1);
    expect(await exhaust(first, 'failedSignInAccountAddress', 'ada')).toBe(0);
    await second.forget('failedSignInAccountAddress', 'ada');
    await first.consume('failedSignInAccountAddress', 'ada');
  });

  it('count on each node while Redis is unavailable, those of sign-in divided by the nodes, without a delay', async () => {
    await server.kill();
    await expect.poll(() => connections.every(({ isUnavailable }) => isUnavailable)).toBe(true);
    const startedAt = performance.now();
    for (const limits of nodes) {
      limits.setNodeCount(2);
      expect(await exhaust(limits, 'failedSignInAccountAddress', 'ben')).toBe(points / 2);
      expect(await exhaust(limits, 'reports', 'ben')).toBe(RATE_LIMITS.reports.points);
    }
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  it('count together again when Redis is back', async () => {
    await server.start();
    await expect.poll(() => connections.some(({ isUnavailable }) => isUnavailable)).toBe(false);
    const [first, second] = nodes;
    expect(await exhaust(first, 'failedSignInAccountAddress', 'cat')).toBe(points);
    expect(await exhaust(second, 'failedSignInAccountAddress', 'cat')).toBe(0);
  });
});
