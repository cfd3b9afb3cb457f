import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../tools/postgres.ts';

/** Programs of Debian's package squid, which `.ci/run` installs. */
const SQUID = '/usr/sbin/squid';
const PASSWORDS = '/usr/lib/squid/basic_ncsa_auth';

/** A real proxy that requires a sign-in. */
export interface Squid {
  /** Host and port. */
  address: string;
  /** The tunnels that were opened: user and target of each. */
  tunnels(): string[];
  stop(): Promise<void>;
}

/** True where squid is installed. */
export function hasSquid(): boolean {
  return process.platform === 'linux' && existsSync(SQUID) && existsSync(PASSWORDS);
}

/** Starts squid with one user; it opens tunnels to this computer only. */
export async function startSquid({ username, password }: { username: string; password: string }): Promise<Squid> {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-squid-'));
  const port = await findFreePort(27_100 + Math.floor(Math.random() * 900));
  // As root, squid becomes the user "proxy", which has to read its files.
  chmodSync(folder, 0o777);
  // basic_ncsa_auth reads the password of an old form of Apache: $apr1$, crypt or a salted MD5 of its own.
  const hashed = spawnSync('openssl', ['passwd', '-apr1', '-salt', saltOf(username), password]).stdout.toString();
  writeFileSync(join(folder, 'passwords'), `${username}:${hashed.trim()}\n`, { mode: 0o644 });
  const lines = [
    `http_port 127.0.0.1:${port}`,
    `auth_param basic program ${PASSWORDS} ${folder}/passwords`,
    'auth_param basic children 1',
    'auth_param basic realm School network',
    'acl members proxy_auth REQUIRED',
    'acl here dst 127.0.0.0/8',
    'http_access deny !here',
    'http_access allow members',
    'http_access deny all',
    'cache deny all',
    `pid_filename ${folder}/squid.pid`,
    `cache_log ${folder}/cache.log`,
    `access_log stdio:${folder}/access.log`,
    `coredump_dir ${folder}`,
    'shutdown_lifetime 0 seconds',
    'pinger_enable off',
  ];
  writeFileSync(join(folder, 'squid.conf'), `${lines.join('\n')}\n`, { mode: 0o644 });
  const squid = spawn(SQUID, ['-N', '-f', join(folder, 'squid.conf')], { stdio: 'ignore' });
  await untilListening(squid, port);
  return {
    address: `127.0.0.1:${port}`,
    tunnels: () => readTunnels(join(folder, 'access.log')),
    stop: async () => {
      const ended = once(squid, 'exit');
      squid.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Reads squid's own log format: `time ms client status/code bytes method target user hierarchy type`. */
function readTunnels(file: string): string[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [, , , result = '', , method = '', target = '', user = ''] = line.split(/ +/);
    return method === 'CONNECT' && result.endsWith('/200') ? [`${user} ${target}`] : [];
  });
}

function saltOf(username: string): string {
  return createHash('sha256').update(username).digest('hex').slice(0, 8);
}

/** Waits until it accepts connections. @throws Error when it ends, or does not listen in time. */
async function untilListening(squid: ChildProcess, port: number): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    if (squid.exitCode !== null) throw new Error(`squid ended with code ${squid.exitCode}`);
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(
        () => true,
        () => false,
      ),
      once(socket, 'close').then(() => false),
    ]);
    socket.destroy();
    if (isOpen) return;
    await new Promise((next) => void setTimeout(next, 50));
  }
  throw new Error('squid does not listen');
}
