import { setTimeout as wait } from 'node:timers/promises';
import { HOUR_MS } from '#shared/time.ts';
import type { TestRedis } from '../../backend/testing/redis.ts';
import type { Balancer } from './balancer.ts';
import type { TcpProxy } from './tcp-proxy.ts';
import { createChance, type Random } from './random.ts';
import type { FaultyDatabase } from './database.ts';
import type { Account, Device } from './device.ts';
import type { Journal } from './journal.ts';
import type { FaultyNode } from './node.ts';
import type { FaultRun } from './plan.ts';
import type { SmallDisk } from '../small-disk.ts';
import type { PostgresLine } from './postgres-line.ts';
import { fillFor, storageFaults, type Fault } from './storage-faults.ts';

/** A device with its proxy. */
export interface Station {
  device: Device;
  proxy: TcpProxy;
  account: Account;
  /** Address of the proxy. */
  url: string;
}

/** Time until recovery, in milliseconds. */
export type Recovery =
  | { after: 'node kill'; clients: number; p95Ms: number; allMs: number }
  | { after: 'postgres back'; firstWriteMs: number };

/** The targets of the faults. */
export interface NemesisSettings {
  seed: number;
  nodes: readonly FaultyNode[];
  database: FaultyDatabase;
  redis: Pick<TestRedis, 'kill' | 'start' | 'freeze' | 'thaw'>;
  balancer: Balancer;
  stations: readonly Station[];
  journal: Journal;
  /** The connections of devices in calls, which are cut, held and slowed like the others; these devices never crash. */
  callProxies: readonly TcpProxy[];
  /** The connections of each node to Postgres. */
  lines: readonly PostgresLine[];
  /** The disks of the files and of Postgres; null where the system does not allow a small disk. */
  disks: { files: SmallDisk | null; database: SmallDisk | null };
  run: Pick<FaultRun, 'control' | 'seconds' | 'isShort' | 'isFullRun'>;
  /** Called for each fault. */
  report: (text: string) => void;
}

type Pause = { least: number; most: number };

const LOOK_MS = 20;
/** A longer recovery counts as this long, and the next fault follows. */
const RECOVERY_MAX_MS = 40_000;
/** On a slow machine a node starts slowly; without this wait, the next fault would end it again. */
const SETTLE_MAX_MS = 120_000;
const SERVER_PAUSE_MS = { least: 1_500, most: 4_000 };
const SHORT_PAUSE_MS = { least: 300, most: 800 };
const NETWORK_PAUSE_MS = { least: 1_500, most: 4_500 };
const STORAGE_PAUSE_MS = { least: 4_000, most: 9_000 };
/** How wrong the clock of a node is. */
const CLOCK_SHIFTS_MS = [3 * HOUR_MS, -3 * HOUR_MS, 0];
/** Longer than a request may take and than a silent live link is accepted; only a long run has time for it. */
const SILENCE_MS = { least: 26_000, most: 30_000, fromSeconds: 120 };
const SILENT_SHARE = 0.08;

/** Injects faults: of servers one after another, of proxies and devices at the same time. */
export class Nemesis {
  /** Number of times each fault was injected. */
  readonly faults = new Map<string, number>();
  readonly recoveries: Recovery[] = [];
  private readonly settings: NemesisSettings;
  /** Separate generators, so that no list of faults depends on the speed of another. */
  private readonly servers: Random;
  private readonly network: Random;
  private readonly storage: Random;
  private isOn = false;
  /** A recovery is being measured. */
  private isMeasuring = false;
  private storing = Promise.resolve();
  /** Devices that other faults must not touch, and tasks beside the loops. */
  private readonly isolated = new Set<Station>();
  private readonly aside: Promise<void>[] = [];

  constructor(settings: NemesisSettings) {
    this.settings = settings;
    this.servers = createChance(settings.seed);
    this.network = createChance(settings.seed + 1);
    this.storage = createChance(settings.seed + 2);
  }

  /** Injects faults for a time. Resolves when the last one has recovered. */
  async injectFaults(ms: number): Promise<void> {
    this.isOn = true;
    setTimeout(() => (this.isOn = false), ms);
    const { control, isShort } = this.settings.run;
    const killDatabase: Fault = ['postgres kill -9', () => this.stopDatabase('SIGKILL')];
    const isLossy = control === 'async-commit';
    const killOnce: Fault = ['redis kill -9', () => this.killRedis().then(() => wait(ms))];
    const ofControl = { 'async-commit': [killDatabase], 'new-id': [], 'silent-calls': [killOnce] };
    const ofServers = control === null ? this.serverFaults() : ofControl[control];
    const ofStorage = control === null ? this.storageFaults() : [];
    const pauseOf = (pause: Pause): Pause => (isShort && control === null ? SHORT_PAUSE_MS : pause);
    await Promise.all([
      this.loop(this.servers, { pause: pauseOf(SERVER_PAUSE_MS), faults: ofServers }),
      this.loop(this.storage, { pause: pauseOf(STORAGE_PAUSE_MS), faults: ofStorage }),
      this.loop(this.network, {
        pause: NETWORK_PAUSE_MS,
        faults: isLossy || control === 'silent-calls' ? [] : this.networkFaults(),
      }),
    ]);
    await Promise.all(this.aside);
  }

  /** Names of the faults that the run must inject. */
  get expected(): string[] {
    const lists = [
      this.serverFaults(),
      this.storageFaults(),
      ...(this.settings.run.isShort ? [] : [this.networkFaults()]),
    ];
    return [...new Set(lists.flat().map(([name]) => name))];
  }

  /**
   * Injects named faults. One that is listed twice is injected twice as often; each is injected once before any
   * repeats. A short run injects each server and storage fault, in the order of the list.
   */
  private async loop(chance: Random, { pause, faults }: { pause: Pause; faults: readonly Fault[] }): Promise<void> {
    const {
      report,
      run: { isShort },
    } = this.settings;
    let left: Fault[] = [];
    const mustRun = new Set(isShort && chance !== this.network ? faults : []);
    while ((this.isOn || mustRun.size > 0) && faults.length > 0) {
      await wait(chance.between(pause.least, pause.most));
      if (chance === this.storage) await this.settle();
      while (chance === this.storage && this.isMeasuring) await wait(LOOK_MS);
      if (!this.isOn && mustRun.size === 0) return;
      if (left.length === 0) left = [...faults];
      const fault = (isShort ? left[0] : undefined) ?? chance.pick(left);
      left.splice(left.indexOf(fault), 1);
      mustRun.delete(fault);
      const [name, run] = fault;
      this.faults.set(name, (this.faults.get(name) ?? 0) + 1);
      report(name);
      const done = run();
      if (chance === this.storage) this.storing = done;
      await done;
    }
  }

  /** Runs work whose duration a full run limits, without faults of the storage beside it. */
  private async undisturbed(work: () => Promise<void>): Promise<void> {
    if (!this.settings.run.isFullRun) return work();
    this.isMeasuring = true;
    await this.storing;
    try {
      await work();
    } finally {
      this.isMeasuring = false;
    }
  }

  private storageFaults(): Fault[] {
    const { lines, disks, run } = this.settings;
    return storageFaults({ chance: this.storage, isShort: run.isShort, lines, disk: disks.files });
  }

  private serverFaults(): Fault[] {
    const { disks, run } = this.settings;
    const kill: Fault = ['node kill -9', () => this.undisturbed(() => this.killNode())];
    const killDatabase: Fault = ['postgres kill -9', () => this.undisturbed(() => this.stopDatabase('SIGKILL'))];
    const { database } = disks;
    const short: Fault[] = [
      ['node clock shifted', () => this.shiftClock()],
      ...(database ? [['postgres disk full', () => this.fillDatabase(database)] satisfies Fault] : []),
      ['redis kill -9', () => this.killRedis()],
      killDatabase,
    ];
    if (run.isShort) return short;
    return [
      ...short,
      kill,
      ['redis freeze', () => this.freezeRedis()],
      ['node freeze', () => this.freezeNode()],
      kill,
      killDatabase,
      ['postgres immediate restart', () => this.undisturbed(() => this.stopDatabase('SIGQUIT'))],
      ['rolling restart', () => this.undisturbed(() => this.roll())],
      ['postgres freeze', () => this.freezeDatabase()],
      ['both nodes kill -9', () => this.killBoth()],
    ];
  }

  private networkFaults(): Fault[] {
    const cut: Fault = ['proxies cut', () => this.harm(0.3, { least: 300, most: 4_000 }, (proxy) => proxy.cut())];
    const short: Fault[] = [
      cut,
      ['proxies held', () => this.harm(0.3, { least: 1_000, most: 8_000 }, (proxy) => proxy.hold())],
      [
        'proxies slow',
        () => this.harm(0.3, { least: 2_000, most: 5_000 }, (proxy) => proxy.slow(this.network.between(100, 700))),
      ],
      cut,
      ['all proxies cut', () => this.harm(1, { least: 200, most: 1_500 }, (proxy) => proxy.cut())],
      ['devices crash', () => this.crash()],
    ];
    return this.settings.run.seconds < SILENCE_MS.fromSeconds
      ? short
      : [...short, ['proxies silent for long', () => this.silence()]];
  }

  private async silence(): Promise<void> {
    const chosen = this.network.some(this.free(), SILENT_SHARE);
    const silent = async (station: Station): Promise<void> => {
      this.isolated.add(station);
      station.proxy.hold();
      await wait(this.network.between(SILENCE_MS.least, SILENCE_MS.most));
      station.proxy.heal();
      this.isolated.delete(station);
    };
    this.aside.push(...chosen.map(silent));
    return Promise.resolve();
  }

  private free(): Station[] {
    return this.settings.stations.filter((station) => !this.isolated.has(station));
  }

  private async harm(
    share: number,
    { least, most }: { least: number; most: number },
    action: (proxy: TcpProxy) => void,
  ): Promise<void> {
    const proxies = [...this.free().map(({ proxy }) => proxy), ...this.settings.callProxies];
    const chosen = this.network.some(proxies, share);
    for (const proxy of chosen) action(proxy);
    await wait(this.network.between(least, most));
    for (const proxy of chosen) proxy.heal();
  }

  private async crash(): Promise<void> {
    for (const { device, proxy } of this.network.some(this.free(), 0.2)) {
      // Its recovery must not count as that of a node.
      proxy.heal();
      device.crash();
    }
    return Promise.resolve();
  }

  private async killNode(): Promise<void> {
    const { nodes } = this.settings;
    const node = this.servers.pick(nodes);
    const killedMs = performance.now();
    const lost = this.free().filter(
      ({ device, proxy }) => proxy.linkPort === node.port && device.liveSinceMs !== undefined,
    );
    const [recovery] = await Promise.all([
      this.watchClients(lost, killedMs),
      node.kill(this.servers.between(0, 2_000)),
    ]);
    if (recovery) this.recoveries.push(recovery);
    await this.settle();
  }

  private async killBoth(): Promise<void> {
    const { nodes } = this.settings;
    await Promise.all(nodes.map((node) => node.kill(this.servers.between(0, 500))));
    await this.settle();
  }

  private async freezeNode(): Promise<void> {
    const { nodes } = this.settings;
    const node = this.servers.pick(nodes);
    node.freeze();
    await wait(this.servers.between(1_000, 6_000));
    node.thaw();
  }

  /** Restarts a node with a clock that is hours fast or slow, or right again. */
  private async shiftClock(): Promise<void> {
    const node = this.servers.pick(this.settings.nodes);
    node.clockShiftMs = this.servers.pick(CLOCK_SHIFTS_MS.filter((shiftMs) => shiftMs !== node.clockShiftMs));
    await node.kill(0);
    await this.settle();
  }

  private async fillDatabase(disk: SmallDisk): Promise<void> {
    const { database } = this.settings;
    await fillFor(disk, this.servers);
    // Postgres stops when it cannot write its log; a supervisor starts it again.
    if (!database.isRunning()) await database.start();
    await this.settle();
  }

  private async roll(): Promise<void> {
    for (const node of this.settings.nodes) {
      await node.restart();
      await this.settle();
    }
  }

  private async stopDatabase(signal: 'SIGKILL' | 'SIGQUIT'): Promise<void> {
    const { database, journal, run } = this.settings;
    await database.kill(signal);
    if (run.control === null) await wait(this.servers.between(0, 2_500));
    await database.start();
    const backMs = performance.now();
    const until = backMs + RECOVERY_MAX_MS;
    while (journal.lastAckAtMs < backMs && performance.now() < until) await wait(LOOK_MS);
    this.recoveries.push({
      after: 'postgres back',
      firstWriteMs: Math.max(journal.lastAckAtMs, backMs) - backMs || RECOVERY_MAX_MS,
    });
    await this.settle();
  }

  private async freezeDatabase(): Promise<void> {
    const { database } = this.settings;
    database.freeze();
    await wait(this.servers.between(1_000, 4_000));
    database.thaw();
  }

  private async killRedis(): Promise<void> {
    const { redis } = this.settings;
    await redis.kill();
    await wait(this.servers.between(500, 4_000));
    await redis.start();
  }

  private async freezeRedis(): Promise<void> {
    const { redis } = this.settings;
    redis.freeze();
    await wait(this.servers.between(1_000, 6_000));
    redis.thaw();
  }

  /** Waits until each device received `hello`. A device whose own proxy had a fault is ignored. */
  private async watchClients(lost: readonly Station[], sinceMs: number): Promise<Recovery | undefined> {
    const backMs: number[] = [];
    let left = [...lost];
    while (left.length > 0 && performance.now() - sinceMs < RECOVERY_MAX_MS) {
      await wait(LOOK_MS);
      left = left.filter(({ device, proxy }) => {
        if (proxy.touchedAtMs > sinceMs) return false;
        if (device.liveSinceMs === undefined || device.liveSinceMs < sinceMs) return true;
        backMs.push(device.liveSinceMs - sinceMs);
        return false;
      });
    }
    for (const _ of left) backMs.push(RECOVERY_MAX_MS);
    if (backMs.length === 0) return undefined;
    backMs.sort((a, b) => a - b);
    return {
      after: 'node kill',
      clients: backMs.length,
      p95Ms: backMs[Math.ceil(backMs.length * 0.95) - 1] ?? 0,
      allMs: backMs.at(-1) ?? 0,
    };
  }

  /** Waits until both nodes are ready, so that recoveries do not overlap; a short run has no time for it. */
  private async settle(): Promise<void> {
    const { nodes, balancer, run } = this.settings;
    if (run.isShort) return;
    const until = performance.now() + SETTLE_MAX_MS;
    while (balancer.readyCount < nodes.length && performance.now() < until) await wait(LOOK_MS);
  }
}
