import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, expect, it } from 'vitest';
import { AppError } from './app-error.ts';
import { readBody } from './body.ts';

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

it('rejects a request whose client disconnected before its body was read', async () => {
  const outcome = await new Promise<unknown>((resolve) => {
    const app = express();
    // Like the session lookup, this delays the request until the client has disconnected.
    app.use((req, _res, next) => {
      req.socket.once('close', () => next());
    });
    app.use(readBody());
    app.use((req, _res, _next) => resolve({ carriedOutWith: req.body as unknown }));
    app.use((error: unknown, _req: express.Request, _res: express.Response, _next: express.NextFunction) =>
      resolve(error),
    );
    const listening = createServer(app).listen(0, '127.0.0.1', () => {
      const client = connect((listening.address() as AddressInfo).port, '127.0.0.1');
      const body = '{"words":"with my words"}';
      client.write(
        `POST / HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        () => client.destroy(),
      );
    });
    server = listening;
  });
  expect(outcome).toBeInstanceOf(AppError);
  expect(outcome).toMatchObject({ code: 'VALIDATION' });
});
