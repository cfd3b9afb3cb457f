import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { PRESENCE_LIMITS } from '#shared/limits.ts';
import { query, type Pool } from '../../db/pool.ts';
import { NIL_UUID, read, type Reader } from '../../db/read.ts';
import { transactOnPool } from '../../db/transact.ts';

/** How often the other nodes are looked at while one of them may have crashed, in milliseconds. */
const LOOK_MS = 250;

/** A process of the backend: its machine since the machine's last start, and its process id there. */
export interface NodeProcess {
  host: string;
  pid: number;
}

interface Peer extends NodeProcess {
  id: string;
  beats: string;
}

const LOCK = {
  name: 'nodes-lock',
  text: `select pg_advisory_xact_lock(hashtext('lyceum nodes')) is not null as locked`,
};
const PEERS = {
  name: 'nodes-peers',
  text: `select id, host, pid, extract(epoch from beat_at)::text as beats from presence_nodes
    where id <> $1 and pid is not null and beat_at > now() - interval '${PRESENCE_LIMITS.deadMs} milliseconds'`,
};
const HAS_TABLE = {
  name: 'nodes-has-table',
  text: `select to_regclass('presence_nodes') is not null as has_table`,
};
const REGISTER = {
  name: 'nodes-register',
  text: `insert into presence_nodes (id, host, pid) values ($1, $2, $3)
    on conflict (id) do update set beat_at = now()`,
};
const RETIRE = { name: 'nodes-retire', text: 'update presence_nodes set pid = null where id = $1' };

/** Returns this process. */
export function thisProcess(): NodeProcess {
  return { host: `${hostname()} ${readBootId()}`.trim(), pid: process.pid };
}

/**
 * Registers a node, unless it must be the only one and another one is running; returns that one, or null. Waits until a
 * node that has stopped without notice counts as dead; one whose process has ended on this machine does not count.
 */
export async function registerNode(
  pool: Pool,
  { id, host, pid }: NodeProcess & { id: string },
  { isOnly }: { isOnly: boolean },
): Promise<NodeProcess | null> {
  // One at a time: of two that start at once, the second finds the first.
  const register = (): Promise<Peer[]> =>
    transactOnPool(pool, async (client) => {
      await read(client, LOCK, []);
      const others = isOnly ? await listPeers(client, { id, host, pid }) : [];
      if (others.length === 0) await read(client, REGISTER, [id, host, pid]);
      return others;
    });
  return waitForDead(register);
}

/**
 * Finds another running node, as {@link registerNode} does, in a database that may not be migrated yet; null when there
 * is none.
 */
export function findRunningNode(reader: Reader, node: NodeProcess): Promise<NodeProcess | null> {
  return waitForDead(async () => {
    const [row] = await read<{ has_table: boolean }>(reader, HAS_TABLE, []);
    return row?.has_table ? listPeers(reader, { ...node, id: NIL_UUID }) : [];
  });
}

async function listPeers(reader: Reader, { id, ...node }: NodeProcess & { id: string }): Promise<Peer[]> {
  return (await read<Peer>(reader, PEERS, [id])).filter((peer) => !hasEnded(peer, node));
}

/** Lists the other nodes until there is none, or one of them sends a heartbeat; returns that one. */
async function waitForDead(list: () => Promise<Peer[]>): Promise<NodeProcess | null> {
  const seen = new Map<string, string>();
  for (;;) {
    const peers = await list();
    if (peers.length === 0) return null;
    const alive = peers.find((peer) => (seen.get(peer.id) ?? peer.beats) !== peer.beats);
    if (alive) return alive;
    for (const peer of peers) seen.set(peer.id, peer.beats);
    await pause(LOOK_MS);
  }
}

/** Marks a node as stopping: another one may start while it still ends its connections. */
export async function retireNode(pool: Pool, id: string): Promise<void> {
  await query(pool, RETIRE, [id]);
}

/** Returns whether a process has ended, as far as this machine knows; a former process may have had its own id. */
function hasEnded(peer: NodeProcess, { host, pid }: NodeProcess): boolean {
  if (peer.host !== host) return false;
  if (peer.pid === pid) return true;
  try {
    process.kill(peer.pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Distinguishes machines with the same name (Linux only). */
function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}
