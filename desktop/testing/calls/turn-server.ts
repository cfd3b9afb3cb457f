import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { findFreePort } from '../../../tools/postgres.ts';
import { ROOT } from '../../../tools/stack.ts';

const SHIPPED = join(ROOT, 'backend', 'deploy', 'coturn', 'turnserver.conf');
const HOST = '127.0.0.1';
/** Relayed ports of one server: two browsers with two calls in a row. */
const RELAY_PORTS = 200;
const START_MS = 30_000;
const POLL_MS = 50;

/** A real coturn on 127.0.0.1 with the shipped configuration. */
export interface TurnServer {
  /** The value of TURN_URLS. */
  urls: string;
  /** What it has logged so far. */
  log: () => string;
  stop(): Promise<void>;
}

/**
 * Starts coturn with `backend/deploy/coturn/turnserver.conf` and what an operator replaces in it. Only loopback is
 * used, so loopback addresses are allowed as peers, which they never are elsewhere, and there is no certificate.
 *
 * @throws Error when coturn rejects the configuration or does not start.
 */
export async function startTurnServer(secret: string): Promise<TurnServer> {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-turn-'));
  const config = join(folder, 'turnserver.conf');
  const logFile = join(folder, 'log');
  const values = { 'CALLS.SCHOOL.EXAMPLE': 'calls.test', 'PUBLIC-ADDRESS': HOST, '=TURN_SECRET': `=${secret}` };
  const text = Object.entries(values).reduce(
    (so, [name, value]) => so.replace(name, value),
    readFileSync(SHIPPED, 'utf8'),
  );
  writeFileSync(config, text);
  const port = await findFreePort(20_100 + Math.floor(Math.random() * 8_000));
  const firstRelayPort = 29_200 + Math.floor(Math.random() * 15) * RELAY_PORTS;
  const child = spawn(
    'turnserver',
    [
      ...['-c', config, `--listening-ip=${HOST}`, `--relay-ip=${HOST}`, `--listening-port=${port}`],
      ...[`--min-port=${firstRelayPort}`, `--max-port=${firstRelayPort + RELAY_PORTS - 1}`, '--no-tls', '--no-dtls'],
      ...['--allow-loopback-peers', `--allowed-peer-ip=${HOST}`, `--pidfile=${join(folder, 'pid')}`],
      ...[`--log-file=${logFile}`, '--simple-log', '--verbose'],
    ],
    { stdio: 'ignore' },
  );
  const log = (): string => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '');
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await exited;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await Promise.race([
      waitForLog(log),
      exited.then(([code]) => Promise.reject(new Error(`coturn ended with ${String(code)}:\n${log()}`))),
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { urls: `turn:${HOST}:${port},turn:${HOST}:${port}?transport=tcp`, log, stop };
}

/** Waits until coturn listens: it only writes to a file without a buffer. @throws Error when it rejects a setting. */
async function waitForLog(log: () => string): Promise<void> {
  const end = Date.now() + START_MS;
  for await (const _ of setInterval(POLL_MS)) {
    const text = log();
    const [fault] = /.*(Bad configuration|Wrong address|ERROR).*/i.exec(text) ?? [];
    if (fault !== undefined) throw new Error(`coturn rejects its configuration: ${fault}`);
    if (text.includes('UDP listener opened')) return;
    if (Date.now() > end) throw new Error(`coturn does not listen:\n${text}`);
  }
}
