import { setTimeout as wait } from 'node:timers/promises';
import { advertisementEndpoints } from '#shared/api/advertisements.ts';
import { eventEndpoints } from '#shared/api/events.ts';
import type { Account } from '../device.ts';
import { withClient } from '../evidence.ts';
import { createChance, type Random } from '../random.ts';
import { MemberClient } from './client.ts';
import { Ledger } from './ledger.ts';
import { ownActions } from './own.ts';
import { createItems, learningActions } from './learning.ts';
import { newEvent, peopleActions } from './people.ts';
import { postActions, reactionActions } from './posts.ts';
import { uploadActions } from './uploads.ts';
import type { Action, SharedRecords, Writer } from './writer.ts';

/** A writer carries out one write of each list at a time. */
const LANES: readonly Record<string, Action>[] = [
  postActions,
  reactionActions,
  peopleActions,
  ownActions,
  uploadActions,
  learningActions,
];

/** Pause between two writes of a lane, in milliseconds; with less, requests wait for the processor, not for faults. */
const PAUSE_MS = { least: 500, most: 2_000 };
const NEIGHBOURS = 4;
const EVENTS = 3;
const SEATS = 10;
const ADVERTISEMENTS = 2;

/** How the members of a run reach the servers. `origin` is that of the web app. */
export interface WritersSettings {
  accounts: readonly { account: Account; url: string }[];
  origin: string;
  databaseUrl: string;
  seed: number;
  hasNewKeys: boolean;
}

/** Members who carry out every kind of write but messages. */
export class Writers {
  readonly ledger: Ledger;
  private readonly writers: readonly Writer[];
  private readonly running: Promise<void>[] = [];
  private isOn = false;

  constructor(writers: readonly Writer[], ledger: Ledger) {
    this.writers = writers;
    this.ledger = ledger;
  }

  get clients(): MemberClient[] {
    return this.writers.map(({ client }) => client);
  }

  start(): void {
    this.isOn = true;
    for (const writer of this.writers) for (const actions of LANES) this.running.push(this.run(writer, actions));
  }

  /** Stops after the current writes. Returns false when some had no definite response in time. */
  async stop(ms: number): Promise<boolean> {
    this.isOn = false;
    return Promise.race([Promise.all(this.running).then(() => true), wait(ms, false)]);
  }

  /**
   * Carries out each kind of write at one node. Returns the kinds that the node did not acknowledge at the first
   * attempt.
   */
  async probe(url: string): Promise<string[]> {
    const [writer] = this.writers;
    if (!writer) return [];
    const failed: string[] = [];
    const refused = this.ledger.refusals.length;
    await writer.client.at(url, async () => {
      for (const [name, action] of LANES.flatMap((actions) => Object.entries(actions))) {
        const before = this.ledger.retries;
        await action({ ...writer, neighbour: null });
        if (this.ledger.retries > before || this.ledger.refusals.length > refused) failed.push(name);
      }
    });
    return failed;
  }

  private async run(writer: Writer, actions: Record<string, Action>): Promise<void> {
    const chance = createChance(writer.chance.between(0, 1_000_000));
    const list = Object.values(actions);
    while (this.isOn) {
      await wait(chance.between(PAUSE_MS.least, PAUSE_MS.most));
      if (this.isOn) await chance.pick(list)({ ...writer, chance });
    }
  }
}

/** Signs the members in, and creates the events and advertisements that they write to. */
export async function openWriters(settings: WritersSettings): Promise<Writers> {
  const { accounts, origin, seed, hasNewKeys } = settings;
  const ledger = new Ledger();
  const chance = createChance(seed);
  const connect = (account: Account, url: string): MemberClient =>
    new MemberClient({ name: account.username, url, origin, ledger, hasNewKeys });
  const clients = await Promise.all(
    accounts.map(async ({ account, url }) => {
      const client = connect(account, url);
      await client.signIn(account);
      return client;
    }),
  );
  const neighbours = await Promise.all(
    accounts.slice(0, NEIGHBOURS).map(async ({ account: { password }, url }, index) => {
      const account = { username: `neighbour${index + 1}`, password };
      const client = connect(account, url);
      await client.register(account);
      return client;
    }),
  );
  const records = await createSharedRecords(clients, ledger);
  const shared = await withClient(settings.databaseUrl, async (database) => {
    // As an operator approves them.
    await database.query(`update advertisements set state = 'active'`);
    return { ...records, ...(await createItems(database, clients, ledger)) };
  });
  return new Writers(
    clients.map((client, index) => newWriter({ client, shared, ledger, chance, neighbours, index })),
    ledger,
  );
}

function newWriter({
  neighbours,
  index,
  ...known
}: Pick<Writer, 'client' | 'shared' | 'ledger'> & {
  chance: Random;
  neighbours: readonly MemberClient[];
  index: number;
}): Writer {
  const own = {
    posts: [],
    comments: [],
    eventIds: [],
    items: new Map(),
    connections: new Map(),
    imageIds: [],
    turn: 0,
  };
  return { ...known, addressees: neighbours, neighbour: neighbours[index] ?? null, own };
}

async function createSharedRecords(
  clients: readonly MemberClient[],
  ledger: Ledger,
): Promise<Pick<SharedRecords, 'posts' | 'eventIds' | 'advertisements'>> {
  const eventIds: string[] = [];
  for (const client of clients.slice(0, EVENTS)) {
    const title = `event of ${client.name}`;
    const view = await client.write(eventEndpoints.createEvent, { body: newEvent(title, SEATS) });
    if (!view) continue;
    eventIds.push(view.id);
    ledger.claim('events', view.id, title);
    ledger.claim('versions of events', view.id, 0);
  }
  const advertisements: { id: string; ownerId: string }[] = [];
  for (const client of clients.slice(0, ADVERTISEMENTS)) {
    const texts = { title: `advertisement of ${client.name}`, description: 'An advertisement of the faults.' };
    const view = await client.write(advertisementEndpoints.createAdvertisement, {
      body: { ...texts, linkUrl: 'https://example.org/', section: 1 },
    });
    if (view) advertisements.push({ id: view.id, ownerId: client.userId });
  }
  return { posts: [], eventIds, advertisements };
}
