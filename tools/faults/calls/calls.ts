import { setTimeout as wait } from 'node:timers/promises';
import type { Balancer } from '../balancer.ts';
import type { CreateDevice, Device } from '../device.ts';
import { connectAll } from '../evidence.ts';
import { Journal } from '../journal.ts';
import { createChance } from '../random.ts';
import { TcpProxy } from '../tcp-proxy.ts';
import type { CallRecord } from './check.ts';
import { CallPair } from './pair.ts';

/** How the devices of calls reach the servers, by one port each, and their weakness in a control. */
interface CallsSettings {
  ports: readonly number[];
  createDevice: CreateDevice;
  balancer: Balancer;
  origin: string;
  databaseUrl: string;
  seed: number;
  isSilent: boolean;
}

/** The calls of a run: pairs of members with one device each, who call each other until they are stopped. */
export class Calls {
  readonly records: CallRecord[] = [];
  readonly proxies: TcpProxy[] = [];
  private readonly devices: Device[] = [];
  private readonly pairs: CallPair[] = [];

  /** Registers the members of a pair for every two ports. */
  async open(settings: CallsSettings): Promise<void> {
    for (let at = 0; at + 1 < settings.ports.length; at += 2) await this.openPair(settings, at);
  }

  start(): void {
    for (const pair of this.pairs) pair.start();
  }

  /** Hangs up; gives up after a time. */
  async stop(ms: number): Promise<void> {
    await Promise.race([Promise.all(this.pairs.map((pair) => pair.stop())), wait(ms)]);
  }

  close(): void {
    for (const device of this.devices) device.close();
    for (const proxy of this.proxies) proxy.close();
  }

  private async openPair(settings: CallsSettings, at: number): Promise<void> {
    const { seed, isSilent, databaseUrl } = settings;
    let pair: CallPair | undefined;
    const open = (side: 0 | 1): Promise<Device> =>
      this.openDevice(settings, at + side, (name, payload) => pair?.receive(side, name, payload));
    const devices = [await open(0), await open(1)] as const;
    await connectAll(
      databaseUrl,
      devices.map(({ userId }) => userId),
    );
    const chance = createChance(seed + at);
    pair = new CallPair(devices, { name: devices[0].name, chance, records: this.records, isSilent });
    this.pairs.push(pair);
    for (const device of devices) device.connect();
  }

  private async openDevice(
    { ports, createDevice, balancer, origin, seed }: CallsSettings,
    index: number,
    onPush: (name: string, payload: unknown) => void,
  ): Promise<Device> {
    const port = ports[index] ?? 0;
    // The two devices of a pair prefer different nodes. No response is lost: a call has hardly any.
    const route = (isLink: boolean): number[] => balancer.order(isLink ? index : undefined);
    const proxy = new TcpProxy({ port, route, cutShare: () => 0, chance: createChance(seed + index) });
    await proxy.open();
    this.proxies.push(proxy);
    const name = `caller${index + 1}`;
    const url = `http://127.0.0.1:${port}`;
    const device = createDevice({
      name,
      url,
      origin,
      journal: new Journal(),
      hasNewIds: false,
      onPush,
      onMessage: () => undefined,
    });
    this.devices.push(device);
    await device.register({ username: name, password: `a long password of ${name}` });
    return device;
  }
}
