import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Redis } from '../gateways/redis.ts';
import { isWithoutRedis, startTestRedis, type TestRedis } from '../testing/redis.ts';
import { createNodeSignals } from './node-signals.ts';

interface Node {
  redis: Redis;
  signals: ReturnType<typeof createNodeSignals>;
  received: string[];
}

async function openNode(url: string, secret: string): Promise<Node> {
  const redis = new Redis({ url, secret, log: pino({ level: 'silent' }) });
  await redis.start();
  const signals = createNodeSignals(redis);
  const received: string[] = [];
  signals.on('user-log', (ids) => received.push(...ids));
  signals.on('missed', () => received.push('missed'));
  signals.start();
  return { redis, signals, received };
}

it('reach only their own node without Redis', () => {
  const signals = createNodeSignals(undefined);
  const received: string[] = [];
  signals.on('presence', (ids) => received.push(...ids));
  signals.start();
  signals.send('presence', ['ada']);
  signals.send('presence', []);
  expect(received).toEqual(['ada']);
  signals.stop();
});

describe.skipIf(isWithoutRedis)('over Redis (needs redis-server)', () => {
  let redis: TestRedis;
  let near: Node;
  let far: Node;
  let other: Node;
  beforeAll(async () => {
    redis = await startTestRedis();
    near = await openNode(redis.url, 'one deployment');
    far = await openNode(redis.url, 'one deployment');
    other = await openNode(redis.url, 'another deployment');
  });
  afterAll(async () => {
    for (const { signals, redis: connection } of [near, far, other]) {
      signals.stop();
      connection.close();
    }
    await redis.stop();
  });

  /** Sends until the far node has received an id: a subscription may still be on its way. */
  const reaches = (id: string) =>
    expect
      .poll(() => {
        near.signals.send('user-log', [id]);
        return far.received;
      })
      .toContain(id);

  it('reach every node of the deployment and no other', async () => {
    await reaches('ada');
    // The first one may have been sent several times; a slow machine may lose Redis for a moment.
    const sent = ({ received }: Node) => received.filter((id) => id !== 'ada' && id !== 'missed');
    near.signals.send('user-log', ['ben', 'cat']);
    near.signals.send('user-log', ['ben']);
    await expect.poll(() => sent(far)).toEqual(['ben', 'cat']);
    expect(sent(near)).toEqual(['ben', 'cat', 'ben']);
    expect(sent(other)).toEqual([]);
  });

  it('report what may have been lost, and go on, after Redis was killed', async () => {
    await redis.kill();
    await expect.poll(() => near.redis.isUnavailable).toBe(true);
    near.signals.send('user-log', ['lost']);
    expect(near.received).toContain('lost');
    await redis.start();
    await expect.poll(() => [near.received.includes('missed'), far.received.includes('missed')]).toEqual([true, true]);
    expect(far.received).not.toContain('lost');
    await reaches('dan');
  });

  it('are sent when a node stops', async () => {
    near.signals.send('user-log', ['last']);
    near.signals.stop();
    await expect.poll(() => far.received).toContain('last');
  });
});
