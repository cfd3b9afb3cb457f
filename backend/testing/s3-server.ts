import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Settings } from '../config.ts';

/** The used part of s3rver, which has no types. */
type S3rver = new (options: object) => { run(): Promise<AddressInfo>; close(): Promise<void>; httpServer: Server };

/** An S3 store on this machine, with one bucket. */
export interface S3Server {
  settings: S3Settings;
  /** Refuses connections until {@link S3Server.resume}. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a store with a folder of its own. */
export async function startS3Server(): Promise<S3Server> {
  const S3rverClass = createRequire(import.meta.url)('s3rver') as S3rver;
  const directory = mkdtempSync(join(tmpdir(), 'lyceum-s3-'));
  const bucket = 'lyceum-files';
  const open = (port: number) =>
    new S3rverClass({
      port,
      address: '127.0.0.1',
      silent: true,
      directory,
      configureBuckets: [{ name: bucket, configs: [] }],
    });
  let server = open(0);
  const { port } = await server.run();
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    async pause() {
      server.httpServer.closeAllConnections();
      await server.close();
    },
    async resume() {
      server = open(port);
      await server.run();
    },
    async close() {
      server.httpServer.closeAllConnections();
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
