import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#shared/api/endpoint.ts';
import type { SearchResponse, SearchCounts } from '#shared/api/search.ts';
import { SEARCH_LIMITS } from '#shared/limits.ts';
import { buildBlock, buildConnection, buildCourse, buildPost } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { Event } from '../events/event.entity.ts';
import { User } from '../users/user.entity.ts';
import { fillIndex } from './search.documents.ts';
import { recountWords } from './search.service.ts';
import { searchSources } from '../../search-documents.ts';

let app: TestApp;
let ana: TestClient;
let ben: TestClient;
let iris: TestClient;
let cleo: TestClient;

const idOf = (client: TestClient) => client.user?.id ?? '';
async function person(role: Role, fullName: string): Promise<TestClient> {
  const client = app.visitor();
  await client.signUp(role, { fullName });
  return client;
}

beforeAll(async () => {
  app = await createTestApp();
  ana = await person('teacher', 'Ana Lovelace');
  ben = await person('student', 'Benedikt Zuse');
  iris = await person('institution', 'Irisfield College');
  cleo = await person('creator', 'Cleo Makes');
});
afterAll(() => app.close());

const index = () => fillIndex(app.em(), searchSources);
async function ask(client: TestClient, query: Record<string, string>): Promise<SearchResponse> {
  const { status, body } = await client.get(`/api/search?${new URLSearchParams(query).toString()}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as unknown as SearchResponse;
}
const titles = async (client: TestClient, query: Record<string, string>) =>
  (await ask(client, query)).results.map(({ title }) => title);
const some = (counts: Partial<SearchCounts>): SearchCounts => ({
  user: 0,
  post: 0,
  course: 0,
  event: 0,
  message: 0,
  ...counts,
});
const event = (userId: string, fields: Partial<{ title: string; date: Date; description: string }>) =>
  app.em().insert(Event, {
    id: crypto.randomUUID(),
    userId,
    title: 'A meet-up',
    description: 'Talks',
    date: new Date('2027-03-04T10:00:00Z'),
    location: 'Hall 7',
    ...fields,
  });

describe('GET /api/search', () => {
  it('finds every type by title, tag, keyword and content, the title first, with the reason', async () => {
    await buildPost(app.em(), { userId: idOf(ana), content: 'Reading list\nAbout quaternions and more #rotation' });
    await buildCourse(app.em(), {
      userId: idOf(cleo),
      title: 'Quaternions in practice',
      description: 'Rotation without locks',
      category: 'Géométrie',
    });
    await event(idOf(iris), { title: 'Evening of quaternions' });
    await index();
    const response = await ask(ben, { q: 'quaternions' });
    expect(response.counts).toEqual(some({ post: 1, course: 1, event: 1 }));
    expect(response.results[0]).toMatchObject({
      entityType: 'course',
      title: 'Quaternions in practice',
      snippet: 'Rotation without locks',
      ranges: { title: [[0, 11]], snippet: [] },
      why: [{ kind: 'title' }],
      author: { fullName: 'Cleo Makes' },
      category: 'geometrie',
    });
    const post = response.results.find(({ entityType }) => entityType === 'post');
    expect(post).toMatchObject({ title: 'Reading list', why: [{ kind: 'content' }] });
    expect(post?.ranges.snippet.map(([from, to]) => post.snippet.slice(from, to))).toEqual(['quaternions']);
    expect((await ask(ben, { q: 'rotation' })).results.find(({ entityType }) => entityType === 'post')?.why).toEqual([
      { kind: 'tag', word: 'rotation' },
      { kind: 'content' },
    ]);
    expect(await titles(ben, { q: 'hall 7' })).toEqual(['Evening of quaternions']);
    expect(await titles(ben, { q: 'geometrie' })).toEqual(['Quaternions in practice']);
    expect(await titles(ben, { q: 'QUATERN' })).toHaveLength(3);
  });

  it('filters by type, author, day and category, and counts every type', async () => {
    await buildPost(app.em(), {
      userId: idOf(ana),
      content: 'Topology on Monday',
      createdAt: new Date('2026-02-02T23:59:59.999Z'),
    });
    await buildPost(app.em(), {
      userId: idOf(iris),
      content: 'Topology on Tuesday',
      createdAt: new Date('2026-02-03T00:00:00Z'),
    });
    await buildCourse(app.em(), { userId: idOf(ana), title: 'Topology', category: 'Pure Maths' });
    await index();
    const posts = await ask(ben, { q: 'topology', types: 'post' });
    expect(posts.counts).toEqual(some({ post: 2, course: 1 }));
    expect(posts.results).toHaveLength(2);
    expect(await titles(ben, { q: 'topology', author: idOf(iris) })).toEqual(['Topology on Tuesday']);
    expect(await titles(ben, { q: 'topology', to: '2026-02-02' })).toEqual(['Topology on Monday']);
    expect(await titles(ben, { q: 'topology', from: '2026-02-03', to: '2026-02-03' })).toEqual(['Topology on Tuesday']);
    expect(await titles(ben, { q: 'topology', category: 'pure maths' })).toEqual(['Topology']);
    expect(await titles(ben, { q: 'topology', types: 'post', sort: 'new' })).toEqual([
      'Topology on Tuesday',
      'Topology on Monday',
    ]);
  });

  it('accepts the earliest and the latest date', async () => {
    await buildPost(app.em(), { userId: idOf(ana), content: 'Antiquity' });
    await index();
    expect(await titles(ben, { q: 'antiquity', from: '0001-01-01', to: '9999-12-31' })).toEqual(['Antiquity']);
    for (const sort of ['relevance', 'new'] as const)
      expect(await titles(ben, { q: 'antiquity', to: '0001-01-01', sort })).toEqual([]);
    expect((await ben.get('/api/messages/search?q=antiquity&before=0001-01-01T00:00:00Z')).body).toEqual([]);
  });

  it('pages through each order without gaps or duplicates', async () => {
    for (let i = 0; i < 45; i += 1)
      await buildPost(app.em(), {
        userId: idOf(ana),
        content: `Paginated ${i}`,
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(i / 3))),
      });
    await index();
    for (const sort of ['relevance', 'new']) {
      const listed: string[] = [];
      let cursor: string | null = '';
      let pages = 0;
      while (cursor !== null) {
        const response: SearchResponse = await ask(ben, { q: 'paginated', sort, ...(cursor && { cursor }) });
        expect(response.counts).toEqual(pages === 0 ? some({ post: 45 }) : null);
        listed.push(...response.results.map(({ entityId }) => entityId));
        cursor = response.nextCursor;
        pages += 1;
      }
      expect(new Set(listed).size).toBe(45);
      expect(listed).toHaveLength(45);
      expect(pages).toBe(3);
    }
  });

  it('corrects a typing error in any script, also on the next page', async () => {
    for (let i = 0; i < 21; i += 1) await buildPost(app.em(), { userId: idOf(ana), content: `Thermodynamics ${i}` });
    await buildPost(app.em(), { userId: idOf(ana), content: 'Фотосинтез для начинающих' });
    await index();
    const response = await ask(ben, { q: 'termodynamisc' });
    expect(response).toMatchObject({ correctedTo: 'thermodynamics', counts: some({ post: 21 }) });
    expect(response.results[0]?.why).toEqual([{ kind: 'spelling' }, { kind: 'title' }]);
    expect((await ask(ben, { q: 'termodynamisc', cursor: response.nextCursor ?? '' })).results).toHaveLength(1);
    expect(await ask(ben, { q: 'фотосинтес' })).toMatchObject({
      correctedTo: 'фотосинтез',
      results: [{ title: 'Фотосинтез для начинающих' }],
    });
  });

  it('supports quoted phrases and excluded words', async () => {
    await buildPost(app.em(), { userId: idOf(ana), content: 'Linear regression of tides' });
    await buildPost(app.em(), { userId: idOf(ana), content: 'Regression that is not linear, of moons' });
    await index();
    expect(await titles(ben, { q: 'linear regression' })).toHaveLength(2);
    expect(await titles(ben, { q: '"linear regression"' })).toEqual(['Linear regression of tides']);
    expect(await titles(ben, { q: 'regression -tides' })).toEqual(['Regression that is not linear, of moons']);
  });

  it('finds words, numbers and single characters inside of scripts without spaces', async () => {
    const texts = [
      '今日からPythonを勉強します',
      'TOEIC対策2026届け',
      '黒猫',
      '猫が好き',
      'วันนี้เรียนPythonสนุก',
      '오늘부터TOEIC시험 3월',
      '책을 읽다',
      'データ分析',
    ];
    for (const content of texts) await buildPost(app.em(), { userId: idOf(ana), content });
    await index();
    const found = async (q: string) => (await titles(ben, { q, types: 'post' })).toSorted();
    expect(await found('python')).toEqual([texts[0], texts[4]].toSorted());
    expect(await found('python 勉強')).toEqual([texts[0]]);
    expect(await found('からPythonを')).toEqual([texts[0]]);
    expect(await found('からPythonが')).toEqual([]);
    expect(await found('TOEIC')).toEqual([texts[1], texts[5]].toSorted());
    expect(await found('toeic 시험')).toEqual([texts[5]]);
    expect(await found('2026')).toEqual([texts[1]]);
    expect(await found('2026届')).toEqual([texts[1]]);
    expect(await found('3월')).toEqual([texts[5]]);
    expect(await found('猫')).toEqual([texts[2], texts[3]].toSorted());
    expect(await found('猫 好')).toEqual([texts[3]]);
    expect(await found('猫 -黒')).toEqual([texts[3]]);
    expect(await found('책')).toEqual([texts[6]]);
    expect(await found('タ')).toEqual([texts[7]]);
    const { results } = await ask(ben, { q: '猫' });
    expect(results.map(({ ranges }) => ranges.title).toSorted()).toEqual([[[0, 1]], [[1, 2]]]);
  });

  it('reads scripts without spaces, marks, emoji and programming languages', async () => {
    const texts = [
      '東京都で数学を学ぶ',
      'ภาษาไทยวันละคำ',
      'كِتَابٌ جديد عن الجبر',
      'Café Ångström Łódź',
      'Rocket day 🚀',
      'C++ for chemists',
      'हिन्दी व्याकरण',
    ];
    for (const content of texts) await buildPost(app.em(), { userId: idOf(ana), content });
    await index();
    const found = async (q: string) => (await titles(ben, { q, types: 'post' })).at(0);
    expect(await found('数学')).toBe(texts[0]);
    expect(await found('数')).toBe(texts[0]);
    expect(await found('ไทย')).toBe(texts[1]);
    expect(await found('كتاب')).toBe(texts[2]);
    expect(await found('cafe angstrom lodz')).toBe(texts[3]);
    expect(await found('🚀')).toBe(texts[4]);
    expect(await found('c++')).toBe(texts[5]);
    expect(await found('व्याकरण')).toBe(texts[6]);
    const { results } = await ask(ben, { q: 'day 🚀' });
    expect(results[0]?.ranges.title).toEqual([
      [7, 10],
      [11, 13],
    ]);
  });

  it('returns a result, a clear error or nothing for hostile text', async () => {
    const quiet = [
      '!!!',
      '% _ *',
      "'",
      '"',
      '\\',
      '- -',
      '-only',
      '()',
      ':*',
      '&|!<->',
      '\u202E\u200B',
      "' or 1=1 --",
      'a & !b | (c',
      '<b>bold</b>',
      '"unclosed',
      '\uD800',
      'ﷺ',
      'x'.repeat(200),
      Array(66).fill('the').join(' ').slice(0, 200),
    ];
    for (const q of quiet)
      expect((await ben.get(`/api/search?q=${encodeURIComponent(q.isWellFormed() ? q : 'x')}`)).status, q).toBe(200);
    expect(await ask(ben, { q: '!!!' })).toEqual({
      searchId: null,
      counts: some({}),
      correctedTo: null,
      results: [],
      nextCursor: null,
    });
    for (const q of ['', '   ', 'x'.repeat(201), 'x'.repeat(10_000), 'a\0b'])
      expect((await ben.get(`/api/search?q=${encodeURIComponent(q)}`)).status).toBe(400);
    for (const rest of [
      'types=file',
      'author=1',
      'from=2026-02-30',
      'to=yesterday',
      'sort=price',
      'cursor=x',
      'cursor=!',
      'unknown=1',
    ]) {
      expect((await ben.get(`/api/search?q=x&${rest}`)).status, rest).toBe(400);
    }
    const cursor = (await ask(ben, { q: 'paginated' })).nextCursor ?? '';
    expect((await ben.get(`/api/search?q=paginated&sort=new&cursor=${cursor}`)).status).toBe(400);
    await buildPost(app.em(), { userId: idOf(ana), content: '<img src=x onerror=alert(1)> tagword' });
    await index();
    expect((await ask(ben, { q: 'tagword' })).results[0]?.title).toBe('<img src=x onerror=alert(1)> tagword');
  });
});

describe('corrections of typing errors', () => {
  /**
   * A spy writes a decoy one letter away from a guess, and searches the guess: whether it is corrected must not depend
   * on records that the spy may not find.
   */
  const decoyOf = (guess: string): string => `${guess.slice(0, 3)}q${guess.slice(4)}`;
  async function spyOn(guess: string): Promise<string | null> {
    await buildPost(app.em(), { userId: idOf(ana), content: decoyOf(guess) });
    await index();
    await recountWords(app.em());
    return (await ask(ana, { q: guess })).correctedTo;
  }

  it('tell nothing about what is hidden from who searches', async () => {
    const stranger = await person('teacher', 'Unrelated Quibblesworth');
    const hidden = await person('student', 'Xylophrastes Hidden');
    await app.em().execute('delete from directory_listings where user_id = ?', [idOf(hidden)]);
    await buildBlock(app.em(), { blockerId: idOf(stranger), blockedId: idOf(ana) });
    await buildPost(app.em(), { userId: idOf(ben), content: 'Zymurgistics', audience: 'connections' });
    const { id } = await buildCourse(app.em(), { userId: idOf(cleo), title: 'A class' });
    const forClass = await buildPost(app.em(), { userId: idOf(cleo), content: 'Brachistochrone' });
    await app.em().execute(`update posts set audience = 'course', course_id = ? where id = ?`, [id, forClass.id]);
    await index();
    const secrets = ['xylophrastes', 'zymurgistics', 'brachistochrone', 'quibblesworth'];
    for (const secret of secrets) expect(await spyOn(secret), secret).toBe(decoyOf(secret));
    expect(await spyOn('absentisword')).toBe('absqntisword');
    // Nor is any of them a correction itself.
    for (const secret of secrets)
      expect((await ask(ana, { q: `${secret.slice(0, -2)}${secret.slice(-1)}` })).correctedTo, secret).not.toBe(secret);
  });

  it('learn the words of a record that is shown to everyone later, and forget those of one that is hidden', async () => {
    const { id } = await buildPost(app.em(), { userId: idOf(ben), content: 'Gyrocompasses', audience: 'connections' });
    await index();
    const wordsOf = async () =>
      (await app.pool.query(`select word from search_words where word = 'gyrocompasses'`)).rows.length;
    expect(await wordsOf()).toBe(0);
    await app.em().execute(`update posts set audience = 'everyone' where id = ?`, [id]);
    await recountWords(app.em());
    expect(await wordsOf()).toBe(1);
    await app.em().execute(`update posts set audience = 'connections' where id = ?`, [id]);
    await recountWords(app.em());
    expect(await wordsOf()).toBe(0);
  });
});

describe('who finds what', () => {
  it('applies current blocks in both directions and deactivation to users and authors', async () => {
    const rita = await person('teacher', 'Rita Hidden');
    await buildPost(app.em(), { userId: idOf(rita), content: 'Spectroscopy by Rita' });
    await event(idOf(rita), { title: 'Spectroscopy night' });
    await buildCourse(app.em(), { userId: idOf(rita), title: 'Spectroscopy' });
    await index();
    const all = some({ post: 1, course: 1, event: 1 });
    expect((await ask(ben, { q: 'spectroscopy' })).counts).toEqual(all);
    await buildBlock(app.em(), { blockerId: idOf(rita), blockedId: idOf(ben) });
    expect((await ask(ben, { q: 'spectroscopy' })).counts).toEqual(some({}));
    expect(await titles(ben, { q: 'rita' })).toEqual([]);
    // The word itself is not revealed either, neither as a correction nor as a suggestion.
    expect(await ask(ben, { q: 'spectroscopi' })).toMatchObject({ correctedTo: null, results: [] });
    expect((await ben.get('/api/search/suggest?q=spectr')).body).toMatchObject({ people: [], items: [] });
    expect((await ask(iris, { q: 'spectroscopy' })).counts).toEqual(all);
    await app.em().execute('delete from blocks where blocker_id = ?', [idOf(rita)]);
    await buildBlock(app.em(), { blockerId: idOf(ben), blockedId: idOf(rita) });
    expect((await ask(ben, { q: 'spectroscopy' })).counts).toEqual(some({}));
    await app.em().nativeUpdate(User, { id: idOf(rita) }, { deactivatedAt: new Date() });
    expect((await ask(iris, { q: 'spectroscopy' })).counts).toEqual(some({}));
    expect(await titles(iris, { q: 'rita hidden' })).toEqual([]);
  });

  it('never returns a record that was deleted or unpublished after it was indexed', async () => {
    const post = await buildPost(app.em(), { userId: idOf(ana), content: 'Evanescent waves' });
    const course = await buildCourse(app.em(), { userId: idOf(ana), title: 'Evanescent course' });
    await buildCourse(app.em(), { userId: idOf(ana), title: 'Evanescent draft', status: 'draft' });
    await index();
    expect((await ask(ben, { q: 'evanescent' })).counts).toEqual(some({ post: 1, course: 1 }));
    await app.em().execute('delete from posts where id = ?', [post.id]);
    await app.em().execute(`update courses set status = 'archived' where id = ?`, [course.id]);
    expect((await ask(ana, { q: 'evanescent' })).counts).toEqual(some({}));
    expect((await ana.get('/api/search/suggest?q=evan')).body['items']).toEqual([]);
  });

  it('finds students by directory, connection and preference, and always by their full username', async () => {
    const shy = await person('student', 'Quiet Umbrella');
    const username = shy.user?.username ?? '';
    await index();
    expect(await titles(ana, { q: 'umbrella' })).toEqual([]);
    expect((await ana.get('/api/search/suggest?q=umbr')).body['people']).toEqual([]);
    expect(await titles(ana, { q: `@${username}` })).toEqual(['Quiet Umbrella']);
    expect(await titles(shy, { q: 'umbrella' })).toEqual(['Quiet Umbrella']);
    await shy.put('/api/students/listing', { body: { isListed: true, shows: ['institution'] } });
    expect(await titles(ana, { q: 'umbrella' })).toEqual([]);
    await shy.put('/api/students/listing', { body: { isListed: true, shows: ['name'] } });
    expect(await titles(ana, { q: 'umbrella' })).toEqual(['Quiet Umbrella']);
    await shy.put('/api/students/listing', { body: { isListed: false } });
    expect(await titles(ana, { q: 'umbrella' })).toEqual([]);
    await buildConnection(app.em(), { userId: idOf(shy), connectedUserId: idOf(ana) });
    const [result] = (await ask(ana, { q: 'umbrella' })).results;
    expect(result).toMatchObject({ title: 'Quiet Umbrella', why: [{ kind: 'title' }, { kind: 'connection' }] });
    expect((await ana.get('/api/search/suggest?q=umbr')).body['people']).toMatchObject([
      { fullName: 'Quiet Umbrella' },
    ]);
  });

  it('shows creators only courses, and excludes creators from the lists of users', async () => {
    await buildPost(app.em(), { userId: idOf(ana), content: 'Glassblowing at dawn' });
    await buildCourse(app.em(), { userId: idOf(ana), title: 'Glassblowing' });
    await index();
    const response = await ask(cleo, { q: 'glassblowing', types: 'post,course,user' });
    expect(response).toMatchObject({ counts: some({ course: 1 }), results: [{ entityType: 'course' }] });
    expect((await cleo.get('/api/search/suggest?q=glass')).body).toMatchObject({
      people: [],
      items: [{ entityType: 'course', title: 'Glassblowing' }],
      actions: ['open-library', 'open-help'],
    });
    expect(await titles(ana, { q: 'cleo makes', types: 'user' })).toEqual([]);
  });

  it('never finds anyone by email or by a hidden profile field', async () => {
    await app.em().nativeUpdate(User, { id: idOf(ana) }, { institution: 'Secretfield' });
    await ana.patch('/api/privacy', { body: { fieldVisibility: { institution: 'everyone' } } });
    await expect.poll(() => titles(iris, { q: 'secretfield' })).toEqual(['Ana Lovelace']);
    await ana.patch('/api/privacy', { body: { fieldVisibility: { institution: 'connections' } } });
    await expect.poll(() => titles(iris, { q: 'secretfield' })).toEqual([]);
    expect(await titles(iris, { q: ana.user?.email ?? '' })).toEqual([]);
    expect(await titles(iris, { q: `"${ana.user?.email.split('@')[1]}"` })).toEqual([]);
  });
});

describe('history', () => {
  const history = async (client: TestClient) =>
    (await client.get('/api/search/history')).body as unknown as { id: string; query: string }[];

  it('stores searches and opened results, and replaces the same search with fewer characters', async () => {
    const client = await person('teacher', 'Hester History');
    const course = await buildCourse(app.em(), { userId: idOf(ana), title: 'Historiography' });
    await index();
    await ask(client, { q: 'his' });
    const { searchId } = await ask(client, { q: 'historiography', types: 'course', sort: 'new' });
    await ask(client, {
      q: 'historiography',
      types: 'course',
      sort: 'new',
      cursor: (await ask(ben, { q: 'paginated', sort: 'new' })).nextCursor ?? '',
    });
    const click = { entityType: 'course', entityId: course.id, position: 0 };
    for (let i = 0; i < 2; i += 1)
      expect((await client.post(`/api/search/${searchId}/click`, { body: click })).status).toBe(204);
    expect(await history(client)).toMatchObject([
      {
        id: searchId,
        query: 'historiography',
        filters: { types: 'course', sort: 'new' },
        numResults: 1,
        clickedResults: [{ entityType: 'course', entityId: course.id, title: 'Historiography' }],
      },
    ]);
    await ask(client, { q: 'historiography' });
    expect(await history(client)).toHaveLength(2);
    // Searched again, with nothing opened yet.
    expect((await client.get('/api/search/suggest?q=HIST')).body['recent']).toMatchObject([
      { query: 'historiography', clickedResults: [{ title: 'Historiography' }] },
    ]);
    await app.em().execute(`update courses set status = 'draft' where id = ?`, [course.id]);
    expect(await history(client)).toMatchObject([{}, { clickedResults: [] }]);
  });

  it('is visible to its owner only', async () => {
    const owner = await person('teacher', 'Olga Own');
    const { searchId } = await ask(owner, { q: 'private matters' });
    expect(await history(ben)).not.toContainEqual(expect.objectContaining({ id: searchId }));
    expect((await ben.delete(`/api/search/history/${searchId}`)).status).toBe(404);
    expect(
      (
        await ben.post(`/api/search/${searchId}/click`, {
          body: { entityType: 'post', entityId: searchId, position: 1 },
        })
      ).status,
    ).toBe(404);
    expect((await owner.delete(`/api/search/history/${searchId}`)).status).toBe(204);
    expect((await owner.delete(`/api/search/history/${searchId}`)).status).toBe(404);
    await ask(owner, { q: 'one' });
    await ask(owner, { q: 'two' });
    expect(await history(owner)).toHaveLength(2);
    expect((await owner.delete('/api/search/history')).status).toBe(204);
    expect(await history(owner)).toEqual([]);
  });

  it('is paused by the privacy setting, and bounded', async () => {
    const owner = await person('teacher', 'Paula Pause');
    await owner.patch('/api/privacy', { body: { historyPaused: true } });
    expect(await ask(owner, { q: 'topology' })).toMatchObject({ searchId: null });
    expect(await history(owner)).toEqual([]);
    await owner.patch('/api/privacy', { body: { historyPaused: false } });
    await app.em().execute(
      `insert into search_history (id, user_id, query, created_at) select gen_random_uuid(), ?, 'old ' || i,
          now() - i * interval '1 day' from generate_series(1, ${SEARCH_LIMITS.historyMax + 50}) i`,
      [idOf(owner)],
    );
    await ask(owner, { q: 'topology' });
    expect(
      await app.em().execute('select count(*)::int as n from search_history where user_id = ?', [idOf(owner)]),
    ).toEqual([{ n: SEARCH_LIMITS.historyMax }]);
  });
});

describe('GET /api/search/suggest', () => {
  it('offers beginnings of titles and names, connections first, without storing anything', async () => {
    const client = await person('teacher', 'Sam Suggest');
    const [near, far] = [await person('teacher', 'Marvin Near'), await person('teacher', 'Marvin Far')];
    await buildConnection(app.em(), { userId: idOf(near), connectedUserId: idOf(client) });
    await buildCourse(app.em(), { userId: idOf(ana), title: 'Marine biology' });
    await buildPost(app.em(), { userId: idOf(ana), content: 'Tides\nwith marble in the content' });
    await index();
    const { body } = await client.get('/api/search/suggest?q=mar');
    expect(body).toMatchObject({
      recent: [],
      people: [{ id: idOf(near) }, { id: idOf(far) }],
      items: [{ entityType: 'course', title: 'Marine biology' }],
    });
    expect((await client.get('/api/search/suggest')).body).toMatchObject({
      people: [],
      items: [],
      actions: ['write-post', 'open-library', 'open-settings', 'open-help'],
    });
    expect((await client.get('/api/search/history')).body).toEqual([]);
  });
});
