import { Calls } from './calls/calls.ts';
import { connectAll } from './evidence.ts';
import type { Account, CreateDevice, Device } from './device.ts';
import { Journal } from './journal.ts';
import { Load } from './load.ts';
import type { Station } from './nemesis.ts';
import { hasCalls, type FaultRun } from './plan.ts';
import { createChance, type Random } from './random.ts';
import { SeatsWatch } from './seats-watch.ts';
import { openServers, type Servers } from './servers.ts';
import { TcpProxy } from './tcp-proxy.ts';
import { openWriters, type Writers } from './writes/writers.ts';

const USERS = 12;
const DEVICES_EACH = 2;
/** Pairs of further members who call each other. */
const CALL_PAIRS = 4;
/**
 * Proxies have a generator of their own: they draw as often as time allows, and the nemesis must repeat by its seed.
 */
const [LOAD_SEED, CABLE_SEED, WRITERS_SEED, CALLS_SEED] = [1_000_003, 2_000_003, 3_000_003, 4_000_003];

/** The servers and the members of a run. */
export interface Stage extends Servers {
  stations: Station[];
  journal: Journal;
  load: Load;
  writers: Writers;
  seats: SeatsWatch;
  /** Calls of further members; there are none in a run without calls. */
  calls: Calls;
  /** Share of responses to drop; 0 before and after the faults. */
  responseLoss: { cutShare: number };
}

/** Parameters of a run; `onOpen` receives the function that cleans up. */
export interface RunSettings {
  run: FaultRun;
  seed: number;
  createDevice: CreateDevice;
  report: (text: string) => void;
  onOpen: (close: () => Promise<void>) => void;
}

/** Starts the servers, the proxies and the members of a run. */
export async function openStage({ run, seed, createDevice, onOpen }: Omit<RunSettings, 'report'>): Promise<Stage> {
  const chance = createChance(seed + CABLE_SEED);
  const callers = hasCalls(run) ? 2 * CALL_PAIRS : 0;
  const servers = await openServers(run, { clients: USERS * DEVICES_EACH + callers, chance });
  const { database, balancer, origin, clientPorts } = servers;
  const seats = new SeatsWatch(database.databaseUrl);
  const stations: Station[] = [];
  const calls = new Calls();
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= closeAll());
  const closeAll = async (): Promise<void> => {
    await seats.stop();
    calls.close();
    for (const { device, proxy } of stations) {
      device.close();
      proxy.close();
    }
    await servers.close();
  };
  onOpen(close);
  await servers.start();
  const journal = new Journal();
  const responseLoss = { cutShare: 0 };
  const load = new Load({ chance: createChance(seed + LOAD_SEED), journal });
  const open = stationOpener({ run, createDevice, balancer, journal, responseLoss, load, origin, chance });
  for (let number = 0; number < DEVICES_EACH; number += 1) {
    const indexes = Array.from({ length: USERS }, (_, user) => user * DEVICES_EACH + number);
    stations.push(...(await Promise.all(indexes.map((index) => open(index, clientPorts.pop() ?? 0)))));
  }
  const isSilent = run.control === 'silent-calls';
  const ports = clientPorts.splice(0, callers);
  const { databaseUrl } = database;
  await calls.open({ ports, createDevice, balancer, origin, databaseUrl, seed: seed + CALLS_SEED, isSilent });
  const userIds = [...new Set(stations.map(({ device }) => device.userId))];
  await connectAll(databaseUrl, userIds);
  for (const { device } of stations) {
    load.add({ device, peerIds: userIds.filter((id) => id !== device.userId) });
    device.connect();
  }
  const writers = await openWriters({
    accounts: stations.slice(0, USERS),
    origin,
    databaseUrl,
    seed: seed + WRITERS_SEED,
    hasNewKeys: run.control === 'new-id',
  });
  return { ...servers, stations, journal, load, writers, seats, calls, responseLoss, close };
}

type Opener = Pick<RunSettings, 'run' | 'createDevice'> &
  Pick<Stage, 'balancer' | 'journal' | 'responseLoss' | 'load'> & { origin: string; chance: Random };

/** Creates devices with their proxies, one member's after another: the first registers, the second logs in. */
function stationOpener({
  run,
  createDevice,
  balancer,
  journal,
  responseLoss,
  load,
  origin,
  chance,
}: Opener): (index: number, port: number) => Promise<Station> {
  return async (index, port) => {
    const [user, number] = [Math.floor(index / DEVICES_EACH) + 1, index % DEVICES_EACH];
    const account: Account = { username: `person${user}`, password: `a long password of user ${user}` };
    // The two devices of a member prefer different nodes.
    const proxy = new TcpProxy({
      port,
      chance,
      cutShare: () => responseLoss.cutShare,
      route: (isLink) => balancer.order(isLink ? user + number : undefined),
    });
    await proxy.open();
    const url = `http://127.0.0.1:${port}`;
    const device: Device = createDevice({
      name: `p${user}${'ab'[number]}`,
      url,
      origin,
      journal,
      hasNewIds: run.control === 'new-id',
      onMessage: (message) => load.received(device, message),
    });
    await (number === 0 ? device.register(account) : device.signIn(account));
    return { device, proxy, account, url };
  };
}
