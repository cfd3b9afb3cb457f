import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findRunAs, startTestPostgres, type EmbeddedPostgres } from '../../tools/postgres.ts';
import { findPort } from '../testing/ports.ts';
import { isMissing } from '../testing/programs.ts';
import { createTestApp } from '../testing/test-app.ts';
import { isDatabaseUnavailable } from './availability.ts';
import { migrate } from './commands.ts';
import { connectionOptions } from './connection.ts';
import { createPool } from './pool.ts';

describe('a database address', () => {
  it.each([
    ['postgres://u:p%40ss@db.example/lyceum', { user: 'u', password: 'p@ss', host: 'db.example', port: 5432 }],
    ['postgres://u@[::1]:6000/lyceum', { host: '::1', port: 6000, database: 'lyceum' }],
    ['postgres:///lyceum?host=/run/postgresql', { host: '/run/postgresql', port: 5432, database: 'lyceum' }],
    ['postgres://%2Frun%2Fpostgresql/lyceum?sslmode=require', { host: '/run/postgresql', ssl: false }],
    ['postgres://u@a:1,b:2/lyceum', { host: 'a', port: 1 }],
    ['postgres:///lyceum?host=a,b&port=7', { host: 'a', port: 7 }],
    ['postgres://u@a/lyceum?sslmode=disable', { ssl: false }],
    ['postgres://u@a/lyceum?sslmode=require', { ssl: { rejectUnauthorized: false } }],
    ['postgres://u@a/lyceum?sslmode=no-verify', { ssl: { rejectUnauthorized: false } }],
    ['postgres://u@a/lyceum?sslmode=verify-full&sslrootcert=system', { ssl: {} }],
  ])('%s', (address, expected) => {
    expect(connectionOptions(address)).toMatchObject(expected);
  });

  it('follows PGSSLMODE without a parameter of TLS', () => {
    expect(connectionOptions('postgres://u@a/lyceum')).not.toHaveProperty('ssl');
  });

  it.each([
    ['mysql://u@a/lyceum', 'must look like'],
    ['postgres://u@a:99999/lyceum', 'port'],
    ['postgres://u@a:b:c/lyceum', 'host'],
    ['postgres://u@a/lyceum?sslmode=prefer', 'sslmode'],
    ['postgres://u@a/lyceum?sslmode=verify-ca', 'sslrootcert'],
    ['postgres://u@a/lyceum?sslmode=verify-full&sslrootcert=/nowhere.pem', '/nowhere.pem'],
    ['postgres://u@a/lyceum?target_session_attrs=standby', 'target_session_attrs'],
  ])('%s is refused', (address, message) => {
    expect(() => connectionOptions(address)).toThrow(message);
  });
});

describe.skipIf(isMissing('openssl'))('a Postgres that demands TLS (needs openssl)', () => {
  let folder: string;
  let server: EmbeddedPostgres;
  let address: URL;
  let port: number;
  const withTls = (parameters: string, host = '127.0.0.1') =>
    `postgres://${address.username}:${address.password}@${host}:${port}/lyceum?${parameters}`;
  const file = (name: string) => join(folder, name);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lyceum-tls-'));
    chmodSync(folder, 0o755);
    mkdirSync(file('socket'));
    createCertificate(folder);
    const { uid, gid } = findRunAs();
    if (uid !== undefined && gid !== undefined)
      for (const name of ['server.key', 'socket']) chownSync(file(name), uid, gid);
    writeFileSync(
      file('pg_hba.conf'),
      [
        'local all all scram-sha-256',
        'host postgres all 127.0.0.1/32 scram-sha-256',
        'hostssl all all 0.0.0.0/0 scram-sha-256',
      ].join('\n'),
    );
    server = await startTestPostgres({
      firstPort: await findPort(),
      settings: [
        'ssl=on',
        `ssl_cert_file=${file('server.pem')}`,
        `ssl_key_file=${file('server.key')}`,
        `hba_file=${file('pg_hba.conf')}`,
        `unix_socket_directories=${file('socket')}`,
      ],
    });
    address = new URL(server.databaseUrl);
    port = Number(address.port);
  });
  afterAll(() => {
    server.stop();
    rmSync(folder, { recursive: true });
  });

  it('gets TLS from every connection of a backend', async () => {
    await expect(migrate(server.databaseUrl)).rejects.toThrow('no encryption');
    const databaseUrl = withTls(`sslmode=verify-full&sslrootcert=${file('ca.pem')}`);
    const { username, password } = new URL(server.migrateUrl);
    const migrateUrl = Object.assign(new URL(databaseUrl), { username, password }).href;
    const app = await createTestApp({ databaseUrl, migrateUrl });
    try {
      expect((await app.visitor().get('/api/meta')).status).toBe(200);
      const pool = createPool(databaseUrl);
      const { rows } = await pool.query<{ ssl: boolean; count: number }>(
        `select s.ssl, count(*)::int as count from pg_stat_ssl s join pg_stat_activity a using (pid)
          where a.datname = 'lyceum' group by 1`,
      );
      await pool.end();
      expect(rows).toEqual([{ ssl: true, count: expect.any(Number) as number }]);
      expect(rows[0]?.count).toBeGreaterThan(3);
    } finally {
      await app.close();
    }
  });

  it.each(['sslmode=require', 'sslmode=no-verify', 'ssl=no-verify'])('is reached with %s', async (parameters) => {
    await expect(migrate(withTls(parameters))).resolves.toEqual([]);
  });

  it('is refused when its certificate is of another authority or for another host', async () => {
    await expect(migrate(withTls('sslmode=verify-full'))).rejects.toThrow(/self-signed|unable to verify/);
    const ca = `sslrootcert=${file('ca.pem')}`;
    await expect(migrate(withTls(`sslmode=verify-full&${ca}`, 'localhost'))).rejects.toThrow('does not match');
    await expect(migrate(withTls(`sslmode=verify-ca&${ca}`, 'localhost'))).resolves.toEqual([]);
  });

  it('is reached by its Unix socket', async () => {
    const socket = `host=${encodeURIComponent(file('socket'))}&port=${port}`;
    await expect(migrate(`postgres://${address.username}:${address.password}@/lyceum?${socket}`)).resolves.toEqual([]);
  });

  it('is chosen among several hosts, of which one is unavailable and one accepts no writes', async () => {
    const standby = await startStandby();
    const away = await findPort();
    const hosts = `127.0.0.1:${away},127.0.0.1:${standby.port},127.0.0.1:${port}`;
    const several = `postgres://${address.username}:${address.password}@${hosts}/postgres?sslmode=disable`;
    const pool = createPool(several);
    try {
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    } finally {
      await pool.end();
      standby.close();
    }
    const error: unknown = await migrate(`postgres://u@127.0.0.1:${away},127.0.0.1:${standby.port}/lyceum`).catch(
      (reason: unknown) => reason,
    );
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(String(error)).toContain(`127.0.0.1:${away}: connect ECONNREFUSED`);
  });
});

/** Creates an authority and a certificate of 127.0.0.1 in a folder. */
function createCertificate(folder: string): void {
  const openssl = (...args: string[]) => {
    const { status, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`openssl ${args.join(' ')}: ${stderr}`);
  };
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=Test authority');
  openssl('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=database');
  writeFileSync(join(folder, 'names'), 'subjectAltName=IP:127.0.0.1');
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names'];
  openssl('x509', '-req', '-in', 'server.csr', '-out', 'server.pem', ...signed);
}

/** Starts a server that accepts every connection and reports, like a hot standby, that it accepts no writes. */
async function startStandby(): Promise<{ port: number; close: () => void }> {
  const message = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(type), length, body]);
  };
  const greeting = [
    message('R', Buffer.alloc(4)),
    message('S', Buffer.from('in_hot_standby\0on\0')),
    message('Z', Buffer.from('I')),
  ];
  const server = createServer((socket) => socket.once('data', () => socket.write(Buffer.concat(greeting))));
  const port = await findPort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { port, close: () => server.close() };
}
