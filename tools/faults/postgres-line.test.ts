import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findPort } from '../../backend/testing/ports.ts';
import { PostgresLine } from './postgres-line.ts';
import { createChance } from './random.ts';

const COMMITTED = Buffer.from([0x43, 0, 0, 0, 11, ...Buffer.from('COMMIT'), 0]);
const SELECTED = Buffer.from([0x43, 0, 0, 0, 13, ...Buffer.from('SELECT 1'), 0]);

let server: Server;
let line: PostgresLine;
let received: string[];

beforeEach(async () => {
  received = [];
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (statement) => {
      received.push(statement.toString());
      socket.write(statement.toString() === 'commit' ? COMMITTED : SELECTED);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: databasePort } = server.address() as AddressInfo;
  line = new PostgresLine({ port: await findPort(), databasePort, chance: createChance(1) });
  await line.open();
});
afterEach(() => {
  line.close();
  server.close();
});

/** Sends a statement. Returns its response, or null when the connection ends first. */
async function run(statement: string): Promise<Buffer | null> {
  const socket = connect(line.port, '127.0.0.1');
  const ended = new Promise<null>((resolve) => {
    socket.once('error', () => resolve(null));
    socket.once('close', () => resolve(null));
  });
  socket.write(statement);
  const response = await Promise.race([once(socket, 'data').then(([data]) => data as Buffer), ended]);
  socket.destroy();
  return response;
}

it('loses the responses of commits that Postgres has carried out, and no others', async () => {
  line.lose({ of: 'commits', share: 1 });
  expect((await run('select'))?.equals(SELECTED)).toBe(true);
  expect((await run('commit'))?.equals(COMMITTED) ?? false).toBe(false);
  expect(received).toEqual(['select', 'commit']);
});

it('loses the responses of all statements, and none after it was healed', async () => {
  line.lose({ of: 'statements', share: 1 });
  expect((await run('select'))?.equals(SELECTED) ?? false).toBe(false);
  line.heal();
  expect((await run('select'))?.equals(SELECTED)).toBe(true);
});
