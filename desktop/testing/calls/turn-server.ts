import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../../tools/postgres.ts';
import { ROOT } from '../../../tools/stack.ts';

const SHIPPED = join(ROOT, 'backend', 'deploy', 'coturn', 'turnserver.conf');
const HOST = '127.0.0.1';
/** Relayed ports of one server: two browsers with two calls in a row. */
const RELAY_PORTS = 200;

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
  const port = await findFreePort(20_100 + Math.floor(Math.random() * 8_000));
  writeFileSync(join(folder, 'turnserver.conf'), configure(secret));
  const logFile = join(folder, 'log');
  // coturn writes to a file without a buffer, unlike to its output.
  writeFileSync(logFile, '');
  const log = (): string => readFileSync(logFile, 'utf8');
  const watcher = watch(logFile);
  const child = spawn('turnserver', listArguments(folder, port), { stdio: 'ignore' });
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await exited;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await new Promise<void>((listens, fails) => {
      watcher.on('change', () => {
        const [fault] = /.*(Bad configuration|Wrong address|CONFIG ERROR).*/i.exec(log()) ?? [];
        if (fault !== undefined) fails(new Error(`coturn rejects its configuration: ${fault}`));
        else if (log().includes('UDP listener opened')) listens();
      });
      child.once('error', fails);
      child.once('exit', (code) => fails(new Error(`coturn ended with ${String(code)}:\n${log()}`)));
    });
  } catch (error) {
    await stop();
    throw error;
  } finally {
    watcher.close();
  }
  return { urls: `turn:${HOST}:${port},turn:${HOST}:${port}?transport=tcp`, log, stop };
}

/** Returns the shipped configuration with what its capitals stand for. */
function configure(secret: string): string {
  return readFileSync(SHIPPED, 'utf8')
    .replace('CALLS.SCHOOL.EXAMPLE', 'calls.test')
    .replace('PUBLIC-ADDRESS', HOST)
    .replace('=TURN_SECRET', `=${secret}`);
}

/** What a server on loopback needs besides the configuration. */
function listArguments(folder: string, port: number): string[] {
  const firstRelayPort = 29_200 + Math.floor(Math.random() * 15) * RELAY_PORTS;
  const last = firstRelayPort + RELAY_PORTS - 1;
  const network = [`--listening-ip=${HOST}`, `--relay-ip=${HOST}`, `--listening-port=${port}`];
  const relay = [`--min-port=${firstRelayPort}`, `--max-port=${last}`, '--no-tls', '--no-dtls'];
  const peers = ['--allow-loopback-peers', `--allowed-peer-ip=${HOST}`];
  const files = ['-c', join(folder, 'turnserver.conf'), `--pidfile=${join(folder, 'pid')}`];
  const log = [`--log-file=${join(folder, 'log')}`, '--simple-log', '--verbose'];
  return [...files, ...network, ...relay, ...peers, ...log];
}
