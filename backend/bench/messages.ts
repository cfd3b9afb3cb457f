import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeMessageDatabase, WRITERS, type MessageDatabase } from './message-fixture.ts';
import type { MessageFigures, MessageLoad, Times } from './message-load.ts';
import {
  CONNECTIONS,
  PORTS,
  printLoad,
  printRounds,
  ROUND_SECONDS,
  ROUNDS,
  startServers,
  type Servers,
} from './servers.ts';
import { printSockets } from './sockets.ts';

const run = promisify(execFile);
/** Targets in milliseconds: one message at a time, and under load. */
const TARGETS = { oneP50: 10, ackP50: 50, ackP99: 250, deliveryP99: 500, sustainedP99: 250, sustained: 500 } as const;

type Server = keyof typeof PORTS;

/**
 * `npm run bench -- messages`: sending, delivery and reading beside a bare server that writes and reads the same rows,
 * in the same run.
 */
export async function bench(adminUrl: string): Promise<void> {
  const database = await makeMessageDatabase(adminUrl);
  const servers = await startServers(database.url, database.viewerId);
  try {
    await printSockets(servers, database);
    await printSending(database);
    await printReading(servers, database);
  } finally {
    await servers.stop();
  }
  printLoad();
}

async function printSending(database: MessageDatabase): Promise<void> {
  const loads: [string, Omit<MessageLoad, 'port' | 'parties'>, string][] = [
    ['one at a time', { messages: 500, atOnce: 1 }, `target: ack and delivery p50 ${TARGETS.oneP50} ms`],
    [
      '200 a second',
      { messages: 2_000, atOnce: 16, perSecond: 200 },
      `target: ack p50 ${TARGETS.ackP50}, p99 ${TARGETS.ackP99} ms, delivery p99 ${TARGETS.deliveryP99} ms`,
    ],
    [
      `${TARGETS.sustained} a second`,
      { messages: 5_000, atOnce: 16, perSecond: TARGETS.sustained },
      `target: p99 ${TARGETS.sustainedP99} ms`,
    ],
    ['as fast as 32 at once can', { messages: 5_000, atOnce: 32 }, `target: ${TARGETS.sustained} a second`],
  ];
  process.stdout.write(
    `\nmessages: ${WRITERS} users in pairs, each with a live link; delivery is from the start of ` +
      `the request to the other's link\n`,
  );
  for (const [name, load, target] of loads) {
    const bare = await send('bare', load, database);
    const product = await send('product', load, database);
    printFigures(`${name}, bare server`, bare);
    printFigures(`${name}, Lyceum`, product);
    process.stdout.write(
      `  ${name}: ${(product.ack.p50 / bare.ack.p50).toFixed(1)} times the bare server's ack, ` +
        `${(product.delivery.p50 / bare.delivery.p50).toFixed(1)} times its delivery (${target})\n`,
    );
  }
}

async function send(
  server: Server,
  load: Omit<MessageLoad, 'port' | 'parties'>,
  { writers, bareWriters }: MessageDatabase,
): Promise<MessageFigures> {
  const whole: MessageLoad = { ...load, port: PORTS[server], parties: server === 'bare' ? bareWriters : writers };
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'message-load.ts'), JSON.stringify(whole)]);
  return JSON.parse(stdout) as MessageFigures;
}

function printFigures(name: string, { perSecond, ack, delivery, failures, lost }: MessageFigures): void {
  const times = ({ p50, p99, worst }: Times) =>
    `p50 ${p50.toFixed(1).padStart(6)}  p99 ${p99.toFixed(1).padStart(6)}  worst ${worst.toFixed(0).padStart(5)} ms`;
  process.stdout.write(
    `  ${name.padEnd(40)}${perSecond.toFixed(0).padStart(6)}/s   ack ${times(ack)}   delivery ` +
      `${times(delivery)}   failures ${failures}, lost ${lost}\n`,
  );
}

async function printReading(servers: Servers, { peerId }: MessageDatabase): Promise<void> {
  process.stdout.write(
    `reading: ${CONNECTIONS} connections, median of ${ROUNDS} pairs of rounds of ${ROUND_SECONDS} s\n`,
  );
  printRounds('conversations', await servers.rounds('/api/messages?limit=30'));
  printRounds('thread of 10,000', await servers.rounds(`/api/messages/${peerId}?limit=50`));
}
