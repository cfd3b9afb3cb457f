import pg from 'pg';

/**
 * Makes the ORM's pool close and release a connection that breaks while it is in use.
 *
 * The ORM's query builder (Kysely 0.29, `ControlledTransaction`) releases a connection only after a COMMIT or ROLLBACK
 * that succeeded. Each connection that broke inside a transaction would count against the size of the pool until the
 * process ends, and soon no write would get a connection.
 */
export function releaseBrokenConnections(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool);
  pool.connect = ((callback?: (error: Error | undefined, client: pg.PoolClient | undefined) => void) =>
    // pg-pool's own query() passes a callback and releases the connection itself.
    callback ? connect(callback as never) : connect().then(releaseOnce)) as typeof pool.connect;
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const queryOrRelease = (...args: unknown[]): unknown => {
      const result = query(...args);
      // An error that is not the server's, such as a timeout, leaves the connection in an unknown state.
      if (result instanceof Promise)
        result.catch((error: unknown) => !(error instanceof pg.DatabaseError) && client.release(true));
      return result;
    };
    Object.assign(client, { query: queryOrRelease });
  });
}

/** Releases a connection when it ends or when its owner releases it; a second release has no effect. */
function releaseOnce(client: pg.PoolClient): pg.PoolClient {
  const release = client.release.bind(client);
  const onEnd = (): void => client.release(true);
  client.once('end', onEnd);
  client.release = (error) => {
    client.off('end', onEnd);
    client.release = () => undefined;
    release(error);
  };
  return client;
}
