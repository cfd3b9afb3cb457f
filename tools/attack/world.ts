import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';
import { ormConfig } from '../../backend/db/mikro-orm.config.ts';
import { entities } from '../../backend/entities.ts';
import { buildConnection } from '../../backend/testing/builders.ts';
import { TestClient } from '../../backend/testing/test-client.ts';
import { Actor } from './actor.ts';
import { Canaries } from './canaries.ts';
import { IDENTITIES, READERS, type IdentityName } from './identities.ts';
import type { Instance } from './instance.ts';
import { leaveRecords, RECORD_NAMES, type RecordIds } from './records.ts';
import { RowWatch } from './rows.ts';

/** A member whose data the attackers want. */
interface Victim {
  client: TestClient;
  username: string;
  email: string;
  ids: RecordIds;
}

/** The victims, the attackers, and the means to see what an attack has done. */
export interface World {
  instance: Instance;
  victims: readonly [Victim, Victim];
  actors: ReadonlyMap<IdentityName, Actor>;
  /** A member whom no one attacks, and who must be served meanwhile. */
  honest: TestClient;
  canaries: Canaries;
  rows: RowWatch;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** Creates two victims with records of every kind, and the attackers. */
export async function createWorld(instance: Instance): Promise<World> {
  await instance.useLimits('wide');
  const canaries = new Canaries();
  const pool = new pg.Pool({ connectionString: instance.databaseUrl, max: 2 });
  // A job that runs by a schedule changes rows whenever its minute comes.
  await pool.query('delete from pgboss.schedule');
  const orm = await MikroORM.init(ormConfig({ databaseUrl: instance.databaseUrl, entities }));
  try {
    const actors = await enterActors(instance.url);
    const honest = await enter(instance.url, 'student', { fullName: 'An Honest Member' });
    const [school, third] = [
      await enter(instance.url, 'institution', { fullName: 'Somewhere School' }),
      await enter(instance.url, 'student', { fullName: 'A Third Party' }),
    ];
    const clients = [
      await enterVictim(instance.url, canaries, 'student'),
      await enterVictim(instance.url, canaries, 'teacher'),
    ] as const;
    await pool.query('update users set email_verified_at = now(), is_awaiting_approval = false');
    const em = orm.em.fork();
    const peer = actors.get('peer')?.client ?? honest;
    const connectionId = await connectAll(em, [...clients, peer]);
    const victims: Victim[] = [];
    for (const [index, client] of clients.entries()) {
      const ids = await leaveRecords({
        em,
        pool,
        client,
        canaries,
        other: clients[1 - index] ?? client,
        peer,
        blockedId: actors.get('blocked')?.id ?? '',
        school,
        third,
        connectionId,
      });
      victims.push({ client, username: client.user?.username ?? '', email: client.user?.email ?? '', ids });
    }
    const rows = watchRows(instance, victims, actors);
    await rows.open();
    await rows.settle();
    for (const actor of actors.values()) await actor.prepare();
    return {
      instance,
      victims: victims as unknown as World['victims'],
      actors,
      honest,
      canaries,
      rows,
      pool,
      async close() {
        await rows.close();
        await pool.end();
      },
    };
  } finally {
    await orm.close();
  }
}

function watchRows(
  { databaseUrl }: Instance,
  victims: readonly Victim[],
  actors: ReadonlyMap<IdentityName, Actor>,
): RowWatch {
  return new RowWatch(databaseUrl, {
    victims: victims.flatMap(({ ids }) => RECORD_NAMES.map((name) => ids[name])),
    attackers: [...actors.values()].map(({ id }) => id).filter((id) => id !== ''),
  });
}

/** Connects everyone with everyone. Returns the id of the connection of the first two. */
async function connectAll(em: EntityManager, clients: readonly TestClient[]): Promise<string> {
  const ids: string[] = [];
  for (const [index, one] of clients.entries())
    for (const two of clients.slice(index + 1)) {
      const fields = { userId: one.user?.id ?? '', connectedUserId: two.user?.id ?? '' };
      ids.push((await buildConnection(em, fields)).id);
    }
  return ids[0] ?? '';
}

/** Registers a member of a role. */
export async function enter(
  url: string,
  role: 'student' | 'teacher' | 'institution' | 'creator',
  fields: Record<string, string>,
): Promise<TestClient> {
  const client = new TestClient(url);
  await client.signUp(role, fields);
  return client;
}

/** A victim whose name readers and creators may see, the latter with an advertisement; the rest no one may. */
function enterVictim(url: string, canaries: Canaries, role: 'student' | 'teacher'): Promise<TestClient> {
  const readers: readonly IdentityName[] = [...READERS, 'creator'];
  return enter(url, role, {
    fullName: `Victim ${canaries.hide(`the name of the ${role}`, readers)}`,
    username: canaries.hide(`the username of the ${role}`, readers),
    email: `${canaries.hide(`the email address of the ${role}`)}@example.org`,
    institution: `College ${canaries.hide(`the hidden institution of the ${role}`)}`,
    position: `Reader ${canaries.hide(`the hidden position of the ${role}`)}`,
  });
}

async function enterActors(url: string): Promise<ReadonlyMap<IdentityName, Actor>> {
  const actors = new Map<IdentityName, Actor>();
  for (const name of IDENTITIES) {
    const actor = new Actor(name, url);
    const role = name === 'creator' || name === 'institution' ? name : name === 'peer' ? 'teacher' : 'student';
    if (name !== 'visitor') await actor.client.signUp(role, { fullName: `Attacker ${name}` });
    actors.set(name, actor);
  }
  return actors;
}
