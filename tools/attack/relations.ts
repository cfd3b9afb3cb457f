import { randomUUID } from 'node:crypto';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { allEndpoints } from '#shared/api/index.ts';
import { ormConfig } from '../../backend/db/mikro-orm.config.ts';
import { entities } from '../../backend/entities.ts';
import {
  buildBlock,
  buildCourse,
  buildEnrollment,
  buildLesson,
  buildVerification,
} from '../../backend/testing/builders.ts';
import type { TestClient } from '../../backend/testing/test-client.ts';
import { connectLiveClient, type LiveClient } from '../../backend/testing/two-clients.ts';
import { pathOf } from '../endpoint-path.ts';
import type { Attempts } from './attempts.ts';
import { attackCall } from './live-call.ts';
import { attackProxy, attackWebhooks } from './payments.ts';
import { enter, type World } from './world.ts';

/** Those who could read something, and may not any more. */
interface Outsider {
  name: string;
  client: TestClient;
  /** A socket that was open when the relation ended, in the rooms of what it was about. */
  live: LiveClient;
}

/** A class with an institution, what its members wrote, and a word of each hidden text. */
interface Class {
  ids: Record<'course' | 'lesson' | 'post' | 'institutionPost' | 'event' | 'comment', string>;
  secrets: ReadonlyMap<string, string>;
  teacher: TestClient;
}

/** A word of every hidden text, by which it can be searched. */
const SEARCHED = 'quadrivium';
const PRICE = { expectedPrice: 1_500, expectedCurrency: 'USD' };

/**
 * Attacks what depends on a relation that has ended, or in which one takes no part: a class after leaving it or after a
 * refund, an institution after it has revoked a membership, a live call of others, payments, and a trusted proxy.
 */
export async function attackRelations(world: World, attempts: Attempts): Promise<void> {
  await world.instance.useLimits('wide');
  const orm = await MikroORM.init(ormConfig({ databaseUrl: world.instance.databaseUrl, entities }));
  try {
    await attackClass(world, orm.em.fork(), attempts);
  } finally {
    await orm.close();
  }
  await attackCall(world, attempts);
  await attackWebhooks(world, attempts);
  await attackProxy(world, attempts);
}

async function attackClass(world: World, em: EntityManager, attempts: Attempts): Promise<void> {
  const { url } = world.instance;
  const open = async (role: 'student' | 'teacher' | 'institution'): Promise<TestClient> => {
    const client = await enter(url, role, {});
    await world.pool.query('update users set email_verified_at = now(), is_awaiting_approval = false where id = $1', [
      idOf(client),
    ]);
    return client;
  };
  const [teacher, institution] = [await open('teacher'), await open('institution')];
  const about = await makeClass(em, { teacher, institution });
  const clients = new Map<string, TestClient>();
  for (const name of ['former learner', 'refunded buyer', 'revoked member', 'blocked learner'] as const)
    clients.set(name, await open('student'));
  const entry = { kind: 'education' as const, place: 'Northfield', what: 'BSc', start: '2020-09', end: null };
  const place = { institutionId: idOf(institution), entry, status: 'confirmed' as const };
  for (const [name, client] of clients) {
    await buildVerification(em, { ...place, userId: idOf(client) });
    if (name === 'refunded buyer' || name === 'blocked learner') await buy(client, about, attempts);
    else await buildEnrollment(em, { userId: idOf(client), courseId: about.ids.course });
    // The reverse of what follows: a member of the class reads it, else nothing was tried.
    attempts.refuse(`a ${name} could not read the class before`, (await client.get(postPath(about))).status !== 200);
  }
  const outsiders: Outsider[] = [];
  for (const [name, client] of clients) {
    const live = await connectLiveClient({ url, cookie: client.cookie });
    await live.ask('join-rooms', [`post-${about.ids.post}`, `event-${about.ids.event}`, `course-${about.ids.course}`]);
    outsiders.push({ name, client, live });
  }
  await endRelations(world, em, { about, clients, attempts });
  await judgeOutsiders(about, outsiders, attempts);
}

/** A paid item with a lesson, a post, an event and a comment for its class, and a post for an institution. */
async function makeClass(
  em: EntityManager,
  { teacher, institution }: Record<'teacher' | 'institution', TestClient>,
): Promise<Class> {
  const secrets = new Map<string, string>();
  const hide = (what: string): string => {
    const word = `s${randomUUID().replaceAll('-', '')}`;
    secrets.set(word, what);
    return `${SEARCHED} ${word}`;
  };
  const { id: course } = await buildCourse(em, { userId: idOf(teacher), title: 'A class that is attacked' });
  const lesson = await buildLesson(em, { courseId: course, text: hide('a lesson') });
  const audience = { type: 'course', id: course };
  const create = async (client: TestClient, path: string, body: object): Promise<string> => {
    const response = await client.post(path, { body });
    if (response.status !== 201) throw new Error(`${path}: ${response.status} ${JSON.stringify(response.body)}`);
    return String(response.body['id']);
  };
  const post = await create(teacher, '/api/posts', { content: hide('a post for a class'), audience });
  const event = await create(teacher, '/api/events', {
    title: hide('an event of a class'),
    description: '',
    date: new Date(Date.now() + 86_400_000).toISOString(),
    location: 'Hall',
    isVirtual: false,
    audience,
  });
  const comment = await create(teacher, '/api/comments', { postId: post, content: hide('a comment in a class') });
  const institutionPost = await create(institution, '/api/posts', {
    content: hide('a post for an institution'),
    audience: { type: 'institution', id: idOf(institution) },
  });
  return { ids: { course, lesson: lesson.id, post, event, comment, institutionPost }, secrets, teacher };
}

async function buy(client: TestClient, { ids }: Class, attempts: Attempts): Promise<void> {
  const bought = await client.post(`/api/courses/${ids.course}/purchase`, { body: PRICE });
  const id = String(bought.body['purchase']?.['id']);
  const paid = await client.post(`/api/purchases/${id}/test-payment`, { body: { outcome: 'paid' } });
  attempts.refuse(`a purchase could not be paid: ${JSON.stringify(bought.body)}`, paid.status >= 300);
}

/** Ends each relation: by a refund, by leaving the class, by the institution, and by a block. */
async function endRelations(
  { pool }: World,
  em: EntityManager,
  { about, clients, attempts }: { about: Class; clients: ReadonlyMap<string, TestClient>; attempts: Attempts },
): Promise<void> {
  const of = (name: string): TestClient => clients.get(name) as TestClient;
  const list = await of('refunded buyer').get('/api/purchases');
  const [purchase] = list.body as unknown as { id: string }[];
  const refund = await of('refunded buyer').post(`/api/purchases/${purchase?.id ?? ''}/refund`, { body: {} });
  const { body } = refund;
  attempts.refuse(`a buyer got no money back: ${JSON.stringify(body)}`, body['status'] !== 'refunded');
  for (const name of ['former learner', 'revoked member']) {
    const { status } = await of(name).delete(`/api/courses/${about.ids.course}/enroll`);
    attempts.refuse(`a ${name} could not leave the class: ${status}`, status >= 300);
  }
  for (const client of clients.values())
    await pool.query('delete from verifications where user_id = $1', [idOf(client)]);
  await buildBlock(em, { blockerId: idOf(about.teacher), blockedId: idOf(of('blocked learner')) });
}

/** Reads every endpoint with every id of the class, writes to what can be written to, and listens. */
async function judgeOutsiders(about: Class, outsiders: readonly Outsider[], attempts: Attempts): Promise<void> {
  for (const { name, client } of outsiders) {
    for (const path of readsAbout(about)) {
      const response = await client.get(path);
      const text = JSON.stringify(response.body);
      // A buyer keeps what was bought: the block of a teacher ends the discussion, not the purchase.
      const kept = name === 'blocked learner' ? ['a lesson'] : [];
      const leaked = [...about.secrets].filter(([word, what]) => text.includes(word) && !kept.includes(what));
      attempts.record([
        ...leaked.map(([, what]) => `${path.split('?')[0] ?? path} returned ${what} to a ${name}`),
        ...(response.status >= 500 && response.status !== 503 ? [`${path} as a ${name}: ${response.status}`] : []),
      ]);
    }
    for (const [method, path, body] of writesAbout(about)) {
      // A buyer whom the teacher blocks stays in the class: the others read what they write, the teacher does not.
      if (name === 'blocked learner' && path === '/api/posts') continue;
      const { status } = await client.send(method, path, body === undefined ? {} : { body });
      attempts.refuse(`${path} as a ${name}: ${status}`, status < 400 || status >= 500);
    }
  }
  const before = outsiders.map(({ live }) => live.frames.length);
  await about.teacher.post('/api/posts', {
    body: { content: `${SEARCHED} later`, audience: { type: 'course', id: about.ids.course } },
  });
  for (const [index, { name, live }] of outsiders.entries()) {
    // Acknowledged after everything that was pushed before; a socket may have been cut when the relation ended.
    if (live.socket.connected) await live.ask('call-sync', { callId: randomUUID() }).catch(() => undefined);
    const heard = live.frames.slice(before[index]).filter(({ payload }) => JSON.stringify(payload).includes('later'));
    attempts.refuse(`a ${name} received a post of the class on a socket that stayed open`, heard.length > 0);
    live.close();
  }
}

/** Every read of the contract, each with every id in the place of its parameters, and searches. */
function readsAbout({ ids }: Class): string[] {
  const reads = Object.values(allEndpoints).filter(({ method }) => method === 'GET');
  const paths = reads.flatMap(({ path }) => {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    if (names.length === 0) return [path];
    return Object.values(ids).map((id) => {
      const params = Object.fromEntries(names.map((name) => [name, id]));
      return pathOf(path, { params: { ...params, ...(names.includes('lessonId') && { id: ids.course }) } });
    });
  });
  const lists = [
    `/api/search?q=${SEARCHED}`,
    `/api/search?q=${SEARCHED}&types=post&sort=new`,
    `/api/search/suggest?q=${SEARCHED}`,
    `/api/posts?scope=course&courseId=${ids.course}`,
    `/api/posts?scope=announcements&courseId=${ids.course}`,
    `/api/events?courseId=${ids.course}`,
    `/api/comments?postId=${ids.post}`,
  ];
  return [...new Set([...paths, ...lists])];
}

function writesAbout({ ids }: Class): [method: string, path: string, body?: object][] {
  return [
    ['POST', '/api/comments', { postId: ids.post, content: 'x' }],
    ['POST', '/api/comments', { postId: ids.institutionPost, content: 'x' }],
    ['POST', '/api/posts', { content: 'x', audience: { type: 'course', id: ids.course } }],
    ['PUT', `/api/posts/${ids.post}/like`],
    ['PUT', `/api/events/${ids.event}/rsvp`],
  ];
}

function postPath({ ids }: Class): string {
  return `/api/posts/${ids.post}`;
}

function idOf({ user }: TestClient): string {
  return user?.id ?? '';
}
