import { createTestApp, type TestApp } from './test-app.ts';

/** Two backends on one database. */
export interface TwoNodes {
  app: TestApp;
  node: TestApp;
  close(): Promise<void>;
}

/** Starts a backend and a second one on its database. */
export async function openTwoNodes(): Promise<TwoNodes> {
  const app = await createTestApp();
  const node = await createTestApp({ databaseUrl: app.databaseUrl });
  return {
    app,
    node,
    async close() {
      await node.close();
      await app.close();
    },
  };
}
