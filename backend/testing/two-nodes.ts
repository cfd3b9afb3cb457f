import { isWithoutRedis, startTestRedis, type TestRedis } from './redis.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/** Two backends on one database and one Redis. */
export interface TwoNodes {
  app: TestApp;
  node: TestApp;
  /** Undefined where Redis is not installed: the nodes then share only the database. */
  redis: TestRedis | undefined;
  close(): Promise<void>;
}

/** Starts a backend and a second one on its database and Redis. */
export async function openTwoNodes(): Promise<TwoNodes> {
  const redis = isWithoutRedis ? undefined : await startTestRedis();
  const app = await createTestApp({ redisUrl: redis?.url });
  const node = await createTestApp({ redisUrl: redis?.url, databaseUrl: app.databaseUrl });
  return {
    app,
    node,
    redis,
    async close() {
      await node.close();
      await app.close();
      await redis?.stop();
    },
  };
}
