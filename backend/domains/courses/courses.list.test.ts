import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CourseView } from '#shared/api/courses.ts';
import { buildBlock, buildCourse, buildEnrollment, buildReview, buildUser } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { searchSources } from '../../search-documents.ts';
import { createPool } from '../../db/pool.ts';
import { fillIndex } from '../search/search.documents.ts';
import { COURSE_LISTS, countCourses, NEWEST_OF_CATEGORY } from './courses.list.ts';

let app: TestApp;
let viewer: TestClient;
let teacherId: string;
let academyId: string;
const idOf = (client: TestClient) => client.user?.id ?? '';
const list = async (query: string, client = viewer) =>
  (await client.get(`/api/courses?${query}`)).body as unknown as CourseView[];
const titles = async (query: string, client = viewer) => (await list(query, client)).map(({ title }) => title);
const day = (number: number) => new Date(Date.UTC(2026, 0, number));

/** Reads a list to its end in pages of two. */
async function allTitles(query: string): Promise<string[]> {
  const found: string[] = [];
  for (let path: string | null = `/api/courses?limit=2&${query}`; path !== null;) {
    const { body, headers } = await viewer.get(path);
    found.push(...(body as unknown as CourseView[]).map(({ title }) => title));
    const cursor = headers.get('x-next-cursor');
    path = cursor === null ? null : `/api/courses?limit=2&${query}&cursor=${cursor}`;
  }
  return found;
}

beforeAll(async () => {
  app = await createTestApp({ currency: 'EUR' });
  viewer = app.visitor();
  await viewer.signUp('student');
  const teacher = await buildUser(app.em(), { role: 'teacher', fullName: 'Quill Quimby', institution: 'Northfield' });
  const academy = await buildUser(app.em(), { role: 'institution' });
  const gone = await buildUser(app.em(), { role: 'teacher', deactivatedAt: new Date() });
  [teacherId, academyId] = [teacher.id, academy.id];
  const make = (title: string, fields: Parameters<typeof buildCourse>[1]) =>
    buildCourse(app.em(), { title, userId: teacherId, ...fields });
  await make('Algebra', { price: 0, enrollments: 5, createdAt: day(1), publishedAt: day(20) });
  await make('Biology', {
    price: 300,
    enrollments: 9,
    publishedAt: day(19),
    category: 'Biology',
    contentType: 'ebook',
  });
  await make('Calculus', { price: 300, enrollments: 9, publishedAt: day(18), description: 'Limits and zebras.' });
  await make('Drawing', { userId: academyId, price: 100, publishedAt: day(17), category: null, contentType: 'video' });
  await make('Ethics', { userId: academyId, price: 900, enrollments: 1, publishedAt: day(16), category: 'Philosophy' });
  await make('Hidden draft', { status: 'draft', publishedAt: null });
  await make('Old item', { status: 'archived' });
  await make('Of a closed account', { userId: gone.id });
  await fillIndex(app.em(), searchSources);
});
afterAll(() => app.close());

describe('published items', () => {
  it('are listed by rating, in which a few best reviews count less than many good ones', async () => {
    const { rows } = await app.pool.query<{ id: string; title: string }>(
      "select id, title from courses where status = 'published'",
    );
    const rate = async (title: string, ...stars: number[]) => {
      const courseId = rows.find((row) => row.title === title)?.id ?? '';
      for (const rating of stars) await buildReview(app.em(), { courseId, rating });
    };
    await rate('Algebra', 5);
    await rate('Biology', 5, 4, 5, 4, 5);
    await rate('Calculus', 1, 2);
    const ranked = await allTitles('sort=rating');
    expect([ranked.slice(0, 2), ranked.slice(2, 4).toSorted(), ranked.slice(4)]).toEqual([
      ['Biology', 'Algebra'],
      ['Drawing', 'Ethics'],
      ['Calculus'],
    ]);
    await app.runAsOwner('delete from reviews');
    await app.runAsOwner('update courses set reviews = 0, rating_sum = 0');
    expect((await titles('sort=rating')).toSorted()).toEqual((await titles('')).toSorted());
  });

  it('are listed by publication, learners or price, in pages', async () => {
    expect(await allTitles('')).toEqual(['Algebra', 'Biology', 'Calculus', 'Drawing', 'Ethics']);
    expect(await allTitles('sort=recent')).toEqual(['Algebra', 'Biology', 'Calculus', 'Drawing', 'Ethics']);
    const popular = await allTitles('sort=popular');
    expect([popular.slice(0, 2).toSorted(), popular.slice(2)]).toEqual([
      ['Biology', 'Calculus'],
      ['Algebra', 'Ethics', 'Drawing'],
    ]);
    const cheapest = await allTitles('sort=price');
    expect([cheapest.slice(0, 2), cheapest.slice(2, 4).toSorted(), cheapest.slice(4)]).toEqual([
      ['Algebra', 'Drawing'],
      ['Biology', 'Calculus'],
      ['Ethics'],
    ]);
  });

  it.each([
    ['contentType=ebook', ['Biology']],
    ['category=Philosophy', ['Ethics']],
    ['price=free', ['Algebra']],
    ['price=paid', ['Biology', 'Calculus', 'Drawing', 'Ethics']],
    ['min=100&max=300', ['Biology', 'Calculus', 'Drawing']],
    ['authorRole=institution', ['Drawing', 'Ethics']],
    ['authorRole=creator', []],
    ['institution=northfield', ['Algebra', 'Biology', 'Calculus']],
    ['institution=north', []],
    ['q=zebra', ['Calculus']],
    ['q=quimby', ['Algebra', 'Biology', 'Calculus']],
    ['q=quimby&price=free', ['Algebra']],
    ['q=draft', []],
    ['q=%21%21', []],
  ])('match %s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
    for (const sort of ['popular', 'rating', 'price'])
      expect((await titles(`${query}&sort=${sort}`)).toSorted()).toEqual(expected.toSorted());
  });

  it('of one author are found by the id', async () => {
    expect(await titles(`authorId=${academyId}`)).toEqual(['Drawing', 'Ethics']);
  });

  it('are shown with what the viewer has to do with them', async () => {
    const [first] = await list('q=algebra');
    expect(first).toMatchObject({
      title: 'Algebra',
      currency: 'EUR',
      author: { fullName: 'Quill Quimby' },
      viewer: { isOwner: false, isEnrolled: false, isSaved: false, progress: null },
    });
    const learner = app.visitor();
    await learner.signUp('creator');
    const { id } = await buildCourse(app.em(), { userId: teacherId, publishedAt: day(1), title: 'Kept' });
    await buildEnrollment(app.em(), { courseId: id, userId: idOf(learner), progress: 40 });
    await learner.put(`/api/saved/course/${id}`);
    const kept = (await list('', learner)).find((view) => view.id === id);
    expect(kept?.viewer).toEqual({
      isOwner: false,
      isEnrolled: true,
      isPurchased: false,
      isSaved: true,
      progress: 40,
      completedAt: null,
    });
    await app.pool.query('delete from courses where id = $1', [id]);
  });

  it('are hidden across a block', async () => {
    const blocked = app.visitor();
    await blocked.signUp('student');
    await buildBlock(app.em(), { blockerId: academyId, blockedId: idOf(blocked) });
    for (const sort of ['recent', 'popular', 'rating', 'price'])
      expect((await titles(`sort=${sort}`, blocked)).toSorted()).toEqual(['Algebra', 'Biology', 'Calculus']);
  });

  it.each([
    ['sort=newest', 'sort'],
    ['min=5&max=1', 'max'],
    ['min=-1', 'min'],
    ['price=cheap', 'price'],
    ['mine=yes', 'mine'],
    ['sort=price&cursor=MjAyNi0wMS0wMVQwMDowMDowMC4wMDBaIDAwMDAwMDAwLTAwMDAtMDAwMC0wMDAwLTAwMDAwMDAwMDAwMA', 'cursor'],
  ])('refuse %s', async (query, field) => {
    const { status, body } = await viewer.get(`/api/courses?${query}`);
    expect(status).toBe(400);
    expect(body['errors']).toHaveProperty(field);
  });
});

it('lists own items of every status, newest first', async () => {
  const owner = app.visitor();
  await owner.signUp('teacher');
  const make = (title: string, at: number, status: 'draft' | 'published' | 'archived') =>
    buildCourse(app.em(), { userId: idOf(owner), title, createdAt: day(at), status, description: `${title} words` });
  await make('First', 1, 'published');
  await make('Second', 2, 'draft');
  await make('Third', 3, 'archived');
  expect(await titles('mine=true', owner)).toEqual(['Third', 'Second', 'First']);
  expect(await titles('mine=true&q=cond', owner)).toEqual(['Second']);
  expect(await titles('mine=true&status=published', owner)).toEqual(['First']);
  expect(await titles('mine=true&contentType=ebook', owner)).toEqual([]);
  expect(await titles('mine=true')).toEqual([]);
  const { headers } = await owner.get('/api/courses?mine=true&limit=1');
  const next = `mine=true&limit=1&cursor=${String(headers.get('x-next-cursor'))}`;
  expect(await titles(next, owner)).toEqual(['Second']);
  await app.pool.query('delete from courses where user_id = $1', [idOf(owner)]);
});

it('counts published items of active users by type and category', async () => {
  const { body } = await viewer.get('/api/course-meta');
  expect(body).toMatchObject({
    currency: 'EUR',
    payments: null,
    refundDays: 14,
    contentTypes: expect.any(Array),
    categories: expect.any(Array),
  });
  const counts = await countCourses(app.pool);
  expect(counts.contentTypes).toEqual([
    { value: 'course', count: 3 },
    { value: 'ebook', count: 1 },
    { value: 'document', count: 0 },
    { value: 'video', count: 1 },
    { value: 'resource', count: 0 },
  ]);
  expect(counts.categories.filter(({ count }) => count > 0)).toEqual([
    { value: 'Biology', count: 1 },
    { value: 'Mathematics', count: 2 },
    { value: 'Philosophy', count: 1 },
  ]);
});

describe('with 100,000 items', () => {
  beforeAll(async () => {
    await app.pool.query(
      `insert into users (id, username, email, full_name, role, password)
        select gen_random_uuid(), 'many-' || n, 'many-' || n || '@example.test', 'Many ' || n, 'teacher', ''
          from generate_series(1, 2000) n`,
    );
    await app.runAsOwner(
      `insert into courses (id, user_id, title, description, price, category, content_type, status, enrollments,
          created_at, published_at)
        select gen_random_uuid(), u.id, 'Many', 'Words', (n.n * 7919) % 5000,
          case when n.n % 50 = 7 then 'Music' else 'Physics' end, case when n.n % 5 = 0 then 'ebook' else 'course' end,
          case when n.n % 10 = 0 then 'draft' else 'published' end, (n.n * 7907) % 900,
          now() - n.n * interval '1 minute', now() - n.n * interval '1 minute'
          from generate_series(1, 100000) n
          join (select id, row_number() over () - 1 as at from users where username like 'many-%') u
            on u.at = n.n % 2000`,
    );
    await app.runAsOwner('analyze courses, users, enrollments, blocks, saved_items');
  });

  const explain = async (pool: TestApp['pool'], text: string, values: unknown[]) => {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };

  it('reads the newest items of one subject by their index, with one plan for all subjects', async () => {
    const { rows } = await app.pool.query<{ 'QUERY PLAN': string }>(
      `explain (generic_plan) ${NEWEST_OF_CATEGORY.text}`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('Index Scan using courses_category_list');
    expect(plan).not.toContain('Sort Key: c.');
  });

  it.each([
    ['recent', 'courses_published_list', ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff']],
    ['popular', 'courses_popular_list', [2_147_483_647, 'ffffffff-ffff-ffff-ffff-ffffffffffff']],
    ['rating', 'courses_rating_list', [2_147_483_647, 'ffffffff-ffff-ffff-ffff-ffffffffffff']],
    ['price', 'courses_price_list', [-1, '00000000-0000-0000-0000-000000000000']],
  ] as const)('reads the order %s by its index', async (sort, index, start) => {
    const { all, some } = COURSE_LISTS[sort];
    const generic = await app.pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${all.text}`);
    const plan = generic.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain(`Index Scan using ${index}`);
    expect(plan).not.toContain('Sort Key: c.');
    // As the pool of expensive reads plans filters: for their values.
    const planning = createPool(app.databaseUrl, { max: 1, planning: 'each' });
    try {
      const values = [idOf(viewer), ...start, 'ebook', null, null, null, null, null, null, null];
      expect(await explain(planning, some.text, values)).not.toContain('Seq Scan on courses');
      if (sort !== 'recent') return;
      const of = async (filters: unknown[]) => explain(planning, some.text, [idOf(viewer), ...start, ...filters]);
      expect(await of(['ebook', null, null, null, null, null, null, null])).toContain('courses_type_list');
      expect(await of([null, 'Music', null, null, null, null, null, null])).toContain('courses_category_list');
      expect(await of([null, null, null, null, null, teacherId, null, null])).toMatch(/courses_user_/);
      expect(await of([null, null, null, null, null, null, null, 'Northfield'])).toContain('users_institution_list');
    } finally {
      await planning.end();
    }
  });
});
