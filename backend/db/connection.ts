import { userInfo } from 'node:os';
import type { ConnectionOptions as TlsOptions } from 'node:tls';
import pg from 'pg';
import { parse, type ConnectionOptions } from 'pg-connection-string';
import { isLoopback } from '../gateways/addresses.ts';

/** One server of a database address. A `host` that begins with a slash is the folder of a Unix socket. */
interface Server {
  host: string;
  port: number;
}

const DEFAULT_PORT = 5_432;

/** The start of the address, its servers, and the rest from the path on. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]*)(.*)$/is;

/** `prefer` and `allow` are missing: they would send passwords and data in clear text when TLS fails. */
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full', 'no-verify'];
/** The server is always checked for being writable. */
const TARGETS = ['any', 'read-write', 'primary'];

/** SQLSTATE cannot_connect_now. */
const NOT_NOW = '57P03';

/**
 * Settings of Postgres for a connection, times in milliseconds. They are set by a statement: poolers refuse or drop the
 * parameters with which a connection starts, and a node would work without its time limits.
 */
export type SessionSettings = Readonly<Record<string, string | number>>;

/**
 * Parses a database address, with several hosts, Unix sockets and TLS as in libpq, into the options of pg and of the
 * ORM, which would ignore most of an address. Their `Client` connects to the first server that accepts writes.
 *
 * @throws Error that says what is wrong with the address, without its password.
 * @see https://www.postgresql.org/docs/current/libpq-connect.html
 */
export function connectionOptions(databaseUrl: string, session: SessionSettings = {}) {
  const { parsed, servers, tls } = parseAddress(databaseUrl);
  const target = parsed['target_session_attrs'] ?? 'any';
  if (!TARGETS.includes(target as string)) throw new Error(`has target_session_attrs other than ${TARGETS.join(', ')}`);
  const user = parsed.user || userInfo().username;
  const secrets = { password: parsed.password, ssl: tls };
  return {
    user,
    password: parsed.password,
    database: parsed.database ?? user,
    ...servers[0],
    ...(tls !== undefined && { ssl: tls }),
    Client: clientOf(servers, { ...secrets, session }),
  };
}

/**
 * True when passwords and data of a database address would leave this machine without TLS. `sslMode` is PGSSLMODE,
 * which applies to an address without a parameter of TLS.
 *
 * @throws Error that says what is wrong with the address.
 */
export function isPlainRemote(databaseUrl: string, sslMode = 'disable'): boolean {
  const { servers, tls } = parseAddress(databaseUrl);
  const isPlain = tls === false || (tls === undefined && !SSL_MODES.slice(1).includes(sslMode));
  return isPlain && servers.some(({ host }) => !host.startsWith('/') && !isLoopback(host));
}

function parseAddress(databaseUrl: string): { parsed: ConnectionOptions; servers: Server[]; tls: Tls } {
  const [, start = '', hosts = '', rest = ''] = PARTS.exec(databaseUrl) ?? [];
  if (!start) throw new Error('must look like postgres://user:password@host:port/name');
  const parsed = parse(`${start}${rest}`.replace(/sslrootcert=system(?=&|$)/, ''), { useLibpqCompat: true });
  const servers = parsed.host ? listed(parsed.host, parsed.port ?? '') : authority(hosts);
  const isSocket = servers.every(({ host }) => host.startsWith('/'));
  return { parsed, servers, tls: isSocket ? false : tlsOf(parsed) };
}

/** Names the database of an address and its servers, never a user or password: `lyceum on db1:5432, db2:5432`. */
export function describeDatabase(databaseUrl: string): string {
  const { servers } = parseAddress(databaseUrl);
  const places = servers.map(({ host, port }) => (host.startsWith('/') ? host : `${host}:${port}`));
  return `${connectionOptions(databaseUrl).database} on ${places.join(', ')}`;
}

/** Returns a client for one connection outside the pools. */
export function createClient(
  databaseUrl: string,
  { session = {}, ...settings }: Pick<pg.ClientConfig, 'connectionTimeoutMillis'> & { session?: SessionSettings },
): pg.Client {
  const { Client, ...options } = connectionOptions(databaseUrl, session);
  return new Client({ ...options, ...settings });
}

/** Servers of `?host=a,b&port=1,2`. */
function listed(hosts: string, ports: string): Server[] {
  const all = ports.split(',');
  return hosts.split(',').map((host, index) => toServer(host, all[index] ?? all[0] ?? ''));
}

/** Servers between `//` and the path; a Unix socket's folder is percent-encoded. */
function authority(text: string): Server[] {
  return text.split(',').map((server) => {
    const [, bracketed, plain = '', port = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d*))?$/.exec(server) ?? [];
    if (bracketed === undefined && plain === '' && server !== '') throw new Error('has a host that cannot be read');
    return toServer(bracketed ?? decodeURIComponent(plain), port);
  });
}

function toServer(host: string, port: string): Server {
  const number = Number(port || DEFAULT_PORT);
  if (!Number.isInteger(number) || number < 1 || number > 65_535) throw new Error('has a port that cannot be used');
  return { host: host || 'localhost', port: number };
}

/** Undefined without any TLS parameter: pg then follows PGSSLMODE. */
function tlsOf({ ssl, sslmode }: ConnectionOptions): Tls {
  if (sslmode !== undefined && !SSL_MODES.includes(sslmode as string))
    throw new Error(`must have one of these values of sslmode: ${SSL_MODES.join(', ')}`);
  if (ssl === undefined || ssl === false) return ssl;
  const files = typeof ssl === 'object' ? (ssl as TlsOptions) : {};
  return sslmode === 'no-verify' || ssl === 'no-verify' ? { ...files, rejectUnauthorized: false } : { ...files };
}

type Tls = TlsOptions | false | undefined;

/**
 * What a connection needs besides pg's own configuration, which hides secrets: a copy of it has neither password nor
 * private key.
 */
interface Secrets {
  password: string | undefined;
  ssl: Tls;
  session: SessionSettings;
}

const SET_SESSION = 'select set_config(name, value, false) from unnest($1::text[], $2::text[]) as s (name, value)';

/**
 * A connection to one server that must accept writes. An error that arrives between two statements never ends the
 * process: the next statement fails instead.
 */
class ServerClient extends pg.Client {
  readonly #tls: Tls;
  readonly #session: SessionSettings;
  #isReadOnly = false;

  constructor(config: pg.ClientConfig, { password, ssl, session }: Secrets) {
    const own = ssl && { ...ssl };
    super({ ...config, password, ...(own !== undefined && { ssl: own }) });
    this.#tls = own;
    this.#session = session;
    this.on('error', () => undefined);
    this.connection.on('parameterStatus', ({ parameterName: name, parameterValue: value }: ParameterStatus) => {
      if (name === 'in_hot_standby' || name === 'default_transaction_read_only') this.#isReadOnly ||= value === 'on';
    });
  }

  async open({ host, port }: Server): Promise<this> {
    Object.assign(this, { host, port });
    // Without it, Node compares the names of a certificate with localhost when the host is an IP address.
    if (this.#tls) this.#tls.host = host;
    await super.connect();
    if (this.#isReadOnly) {
      await this.end();
      throw Object.assign(new Error(`The server ${host}:${port} is read-only`), { code: NOT_NOW });
    }
    await this.#applySession();
    return this;
  }

  /** Ends a connection that would be without its time limits. */
  async #applySession(): Promise<void> {
    const settings = Object.entries(this.#session);
    if (settings.length === 0) return;
    const names = settings.map(([name]) => name);
    const values = settings.map(([, value]) => String(value));
    try {
      await this.query(SET_SESSION, [names, values]);
    } catch (error) {
      await this.end();
      throw error;
    }
  }
}

/** Makes a client that connects to the one of several servers that accepts writes. */
function clientOf(servers: readonly Server[], secrets: Secrets) {
  /** The server that accepted the last connection; undefined while none is known. */
  let writable = servers.length === 1 ? servers[0] : undefined;

  return class extends ServerClient {
    readonly #config: pg.ClientConfig;

    constructor(config: pg.ClientConfig = {}) {
      super(config, secrets);
      this.#config = config;
    }

    override connect(): Promise<this>;
    override connect(callback: (error: Error | null, client?: never) => void): void;
    override connect(callback?: (error: Error | null, client?: never) => void): Promise<this> | void {
      const connected = this.#connect();
      if (!callback) return connected;
      connected.then((client) => callback(null, client as never), callback);
    }

    async #connect(): Promise<this> {
      try {
        writable ??= await findWritable(servers, () => new ServerClient(this.#config, secrets));
        return await this.open(writable);
      } catch (error) {
        if (servers.length > 1) writable = undefined;
        throw error;
      }
    }
  };
}

/** Tries all servers at once, since one that has lost power takes as long as the time limit. */
async function findWritable(servers: readonly Server[], makeClient: () => ServerClient): Promise<Server> {
  const probe = async (server: Server): Promise<Server> => {
    const client = await makeClient().open(server);
    await client.end();
    return server;
  };
  try {
    return await Promise.any(servers.map(probe));
  } catch (error) {
    const errors = (error as AggregateError).errors as Error[];
    const text = servers.map(({ host, port }, index) => `${host}:${port}: ${errors[index]?.message}`).join('; ');
    throw new AggregateError(errors, text, { cause: error });
  }
}

/** Message of a server about one of its settings. */
interface ParameterStatus {
  parameterName: string;
  parameterValue: string;
}
