import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ormConfig } from '../../db/mikro-orm.config.ts';
import { entities } from '../../entities.ts';
import { publishDomainEvent, DomainEvents } from '../../domain-events.ts';
import { transact } from '../../db/transact.ts';
import { buildUser } from '../../testing/builders.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { createPost, editPost, removePost, setLike } from '../posts/posts.service.ts';
import { User } from '../users/user.entity.ts';
import { searchSources } from '../../search-documents.ts';
import { registerSearch } from './search.domain-events.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let orm: MikroORM;
let events: DomainEvents;

beforeAll(async () => {
  database = await createTestDatabase();
  orm = await MikroORM.init(ormConfig({ databaseUrl: database.url, entities }));
  events = new DomainEvents({ orm, onError: (error) => expect.unreachable(String(error)) });
  registerSearch(events, { forkEm: em, sources: searchSources });
});
afterAll(async () => {
  await events.stop();
  await orm.close();
  await database.drop();
});

const em = () => orm.em.fork();

async function find(word: string): Promise<string[]> {
  await events.settle();
  const rows = await em().execute<{ entity_id: string }[]>(
    `select entity_id from search_index where fts @@ plainto_tsquery('simple', ?)`,
    [word],
  );
  return rows.map((row) => row.entity_id);
}

describe('the search index', () => {
  it('is updated when a post is created, edited and deleted', async () => {
    const author = await buildUser(em(), { fullName: 'Grace Finder' });
    const post = await createPost(em(), author, { content: 'Photosynthesis for beginners #biology\nIt is light.' });
    expect(await find('photosynthesis')).toEqual([post.id]);
    expect(await find('biology')).toEqual([post.id]);
    await editPost(em(), author.id, { postId: post.id, content: 'Respiration', version: '*' });
    expect(await find('photosynthesis')).toEqual([]);
    expect(await find('respiration')).toEqual([post.id]);
    await removePost(em(), author.id, post.id);
    expect(await find('respiration')).toEqual([]);
  });

  it('is not rewritten for a like', async () => {
    const author = await buildUser(em());
    const post = await createPost(em(), author, { content: 'Counterpoint' });
    await events.settle();
    const stamp = () =>
      em().execute('select xmin::text, last_updated from search_index where entity_id = ?', [post.id]);
    const before = await stamp();
    await transact(em(), (tx) => setLike(tx, author.id, { postId: post.id, isLiked: true }));
    await events.settle();
    expect(await stamp()).toEqual(before);
  });

  it('is updated with a user, never holds the email, and drops deactivated users', async () => {
    const person = await buildUser(em(), {
      fullName: 'Mary Somerville',
      email: 'secret@hidden.example',
      institution: 'Burntisland Academy',
    });
    await transact(em(), async (tx) => publishDomainEvent(tx, 'user-created', { userId: person.id }));
    expect(await find('somerville')).toEqual([person.id]);
    expect(await find('burntisland')).toEqual([person.id]);
    expect(await find('hidden')).toEqual([]);
    await em().nativeUpdate(User, { id: person.id }, { deactivatedAt: new Date() });
    await transact(em(), async (tx) => publishDomainEvent(tx, 'profile-updated', { userId: person.id }));
    expect(await find('somerville')).toEqual([]);
  });
});
