import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildPost } from '../testing/builders.ts';
import { isWithoutRedis } from '../testing/redis.ts';
import type { TestClient } from '../testing/test-client.ts';
import { connectLiveClient } from '../testing/two-clients.ts';
import { openTwoNodes, type TwoNodes } from '../testing/two-nodes.ts';

let nodes: TwoNodes;

beforeAll(async () => {
  nodes = await openTwoNodes();
});
afterAll(async () => {
  await nodes.app.close();
  await nodes.redis?.stop();
});

describe.skipIf(isWithoutRedis)('a node that stops (needs redis-server)', () => {
  it('sends the counters of requests that end last to the other node', async () => {
    const { app, node } = nodes;
    const [reader, ...fans] = [app.visitor(), node.visitor(), node.visitor(), node.visitor()];
    const { id: userId } = await reader.signUp('teacher');
    for (const fan of fans) await fan.signUp('student');
    const { id } = await buildPost(app.em(), { userId });
    const screen = await connectLiveClient({ url: app.url, cookie: reader.cookie });
    expect(await screen.ask('join-room', `post-${id}`)).toEqual({ ok: true });
    const counts = () =>
      screen.frames
        .filter(({ name, payload }) => name === 'post-updated' && payload['id'] === id)
        .map(({ payload }) => payload['likes']);
    const like = (fan: TestClient) => fan.put(`/api/posts/${id}/like`);

    const lock = new pg.Client({ connectionString: app.databaseUrl });
    await lock.connect();
    await lock.query('begin');
    await lock.query('select 1 from posts where id = $1 for update', [id]);
    const liking = fans.map(like);
    await vi.waitFor(async () => {
      const { rows } = await app.pool.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      expect(rows).toHaveLength(fans.length);
    });
    const stopping = node.close();
    // It accepts no connection, and has sent what it held back.
    await vi.waitFor(() => expect(node.visitor().get('/api/health/live')).rejects.toThrow());
    await lock.query('commit');
    await lock.end();
    for (const { status } of await Promise.all(liking)) expect(status).toBe(200);
    await stopping;
    await expect.poll(counts).toContain(fans.length);
    screen.close();
  });
});
