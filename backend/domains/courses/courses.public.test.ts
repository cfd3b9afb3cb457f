import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCourse, buildCourseFile, buildLesson, buildReview, buildUser } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { uploadBySession } from '../../testing/tus-client.ts';

const HTML = `<!doctype html>
<html lang="en">
  <head>
    <meta name="description" content="The app." />
    <title>Lyceum</title>
  </head>
  <body><div id="root"></div></body>
</html>
`;
const UNKNOWN = '00000000-0000-7000-8000-000000000000';

let app: TestApp;
let webDir = '';
let authorId = '';
let goneId = '';
beforeAll(async () => {
  webDir = mkdtempSync(join(tmpdir(), 'web-'));
  writeFileSync(join(webDir, 'index.html'), HTML);
  app = await createTestApp({ webDir, currency: 'EUR' });
  authorId = (await buildUser(app.em(), { role: 'teacher', fullName: 'Ada Author' })).id;
  goneId = (await buildUser(app.em(), { role: 'teacher', deactivatedAt: new Date() })).id;
});
afterAll(async () => {
  await app.close();
  rmSync(webDir, { recursive: true, force: true });
});

const item = async (fields: object = {}) => (await buildCourse(app.em(), { userId: authorId, ...fields })).id;
const get = (path: string) => app.visitor().get(path);
const html = async (path: string) => String((await get(path)).body);
/** Items that visitors must not see. */
const hidden = async () => [
  await item({ status: 'draft' }),
  await item({ status: 'archived' }),
  await item({ userId: goneId }),
  UNKNOWN,
];

describe('GET /api/public/courses/:id', () => {
  it('returns what is in a published item, and ways to its previews alone', async () => {
    const id = await item({ title: 'Algebra', description: 'From numbers to letters.', price: 900 });
    await buildLesson(app.em(), { courseId: id, title: 'Rings', text: 'the secret of rings', isPreview: true });
    const open = await buildCourseFile(app.em(), { courseId: id, title: 'Notes', isPreview: true });
    await buildCourseFile(app.em(), { courseId: id, title: 'Solutions', position: 2 });
    for (const rating of [4, 5]) await buildReview(app.em(), { courseId: id, rating });
    const file = {
      id: expect.any(String),
      name: expect.any(String),
      type: expect.any(String),
      size: expect.any(Number),
    };
    const { status, body } = await get(`/api/public/courses/${id}`);
    expect([status, body]).toEqual([
      200,
      {
        id,
        title: 'Algebra',
        description: 'From numbers to letters.',
        contentType: 'course',
        category: 'Mathematics',
        price: 900,
        currency: 'EUR',
        imageUrl: null,
        author: { fullName: 'Ada Author', role: 'teacher' },
        enrollments: 0,
        reviews: 2,
        rating: 4.5,
        updatedAt: expect.any(String),
        files: [
          { ...file, title: 'Notes', url: `/api/public/courses/${id}/files/${open.id}` },
          { ...file, title: 'Solutions', url: null },
        ],
        sections: [
          {
            id: expect.any(String),
            title: expect.any(String),
            lessons: [{ id: expect.any(String), title: 'Rings', kind: 'text' }],
          },
        ],
      },
    ]);
  });

  it('does not find an item that is not published, whose author is deactivated, or that is unknown', async () => {
    for (const id of await hidden()) expect((await get(`/api/public/courses/${id}`)).status).toBe(404);
    expect((await get('/api/public/courses/1')).status).toBe(404);
  });
});

describe('GET /api/public/courses/:id/files/:fileId', () => {
  const BYTES = Buffer.from('What is a ring?\n');
  /** A file of an item, uploaded by a new author. */
  const uploaded = async (isPreview: boolean, fields: object = {}) => {
    const author = app.visitor();
    await author.signUp('teacher');
    const courseId = await item({ ...fields, userId: author.user?.id });
    const { body } = await uploadBySession(author, BYTES, { name: 'rings.txt', purpose: 'course-file' });
    const { id } = await buildCourseFile(app.em(), { courseId, fileId: String(body['fileId']), isPreview });
    return { author, path: `/api/public/courses/${courseId}/files/${id}` };
  };

  it('sends a preview of a published item to anyone, in full and in parts, and to no search engine', async () => {
    const { path } = await uploaded(true);
    const whole = await fetch(`${app.url}${path}`);
    expect([whole.status, await whole.text()]).toEqual([200, BYTES.toString()]);
    expect(whole.headers.get('x-robots-tag')).toBe('noindex');
    expect(whole.headers.get('cache-control')).toBe('private, no-store');
    const part = await fetch(`${app.url}${path}`, { headers: { range: 'bytes=0-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'What']);
  });

  it('sends no other file, also not to the author', async () => {
    const closed = await uploaded(false);
    for (const client of [app.visitor(), closed.author]) expect((await client.get(closed.path)).status).toBe(404);
    for (const status of ['draft', 'archived'] as const)
      expect((await get((await uploaded(true, { status })).path)).status).toBe(404);
    const { author, path } = await uploaded(true);
    await app.pool.query('update users set deactivated_at = now() where id = $1', [author.user?.id]);
    expect((await get(path)).status).toBe(404);
  });
});

describe('the HTML of a public item', () => {
  it('has the title, the description, the canonical address and the cover', async () => {
    const imageUrl = 'https://images.example/cover.webp?a=1&b=2';
    const id = await item({ title: 'Algebra', description: 'From numbers\nto letters.', imageUrl });
    const { status, body, headers } = await get(`/?item=${id}`);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    const page = String(body);
    for (const tag of [
      '<title>Algebra · Lyceum</title>',
      '<meta name="description" content="From numbers to letters." />',
      `<link rel="canonical" href="${app.url}/?item=${id}" />`,
      '<meta property="og:title" content="Algebra" />',
      `<meta property="og:url" content="${app.url}/?item=${id}" />`,
      '<meta property="og:image" content="https://images.example/cover.webp?a=1&amp;b=2" />',
    ])
      expect(page).toContain(tag);
    expect(page.match(/<title>/g)).toHaveLength(1);
    expect(page.match(/name="description"/g)).toHaveLength(1);
    expect(await html(`/courses?item=${id}`)).toContain(`<link rel="canonical" href="${app.url}/?item=${id}" />`);
  });

  it('is that of the app, with status 404, for an item that visitors may not see', async () => {
    for (const id of [...(await hidden()), '1', "'", '%00']) {
      const { status, body } = await get(`/?item=${id}`);
      expect([id, status, String(body)]).toEqual([id, 404, HTML]);
    }
    const draft = await get(`/courses?item=${UNKNOWN}`);
    expect([draft.status, String(draft.body)]).toEqual([200, HTML]);
    expect((await get('/?item=a&item=b')).status).toBe(200);
    expect((await get(`/nowhere?item=${UNKNOWN}`)).status).toBe(404);
  });

  it.each([
    '</title><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "$& $` $' $1 $<x>",
    '<!-- <title>',
  ])('escapes %j', async (text) => {
    const page = await html(`/?item=${await item({ title: text, description: `${text} `.repeat(20) })}`);
    const elements = page.replaceAll(/="[^"]*"/g, '').match(/<\/?[a-z!][^>]*>/gi) ?? [];
    const plain = await html(`/?item=${await item({ title: 'Plain', description: 'Plain' })}`);
    expect(elements).toEqual(plain.replaceAll(/="[^"]*"/g, '').match(/<\/?[a-z!][^>]*>/gi));
    const shown = /property="og:title" content="([^"]*)"/.exec(page)?.[1] ?? '';
    const texts: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
    expect(shown.replaceAll(/&[^;]+;/g, (entity) => texts[entity] ?? entity)).toBe(text);
  });

  it('cuts a long description off after a word', async () => {
    const page = await html(`/?item=${await item({ description: 'word '.repeat(100) })}`);
    expect(/property="og:description" content="([^"]*)"/.exec(page)?.[1]).toMatch(/^(?:word ){30,}word…$/);
  });
});

describe('what search engines read', () => {
  it('robots.txt names the sitemap', async () => {
    const { body, headers } = await get('/robots.txt');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(String(body)).toContain('Disallow: /api/public/courses/*/files/');
    expect(String(body)).toContain(`Disallow: /api/\n\nSitemap: ${app.url}/sitemap.xml`);
  });

  it.each([
    ['/?item=1', true],
    ['/api/public/courses/1', true],
    ['/api/courses/1/image', true],
    ['/api/events/feed.ics?token=any', true],
    ['/unsubscribe/any', true],
    ['/api/public/courses/1/files/2', false],
    ['/api/user', false],
  ])('robots.txt says whether programs may follow %s: %s', async (path, isAllowed) => {
    const rules = [...String((await get('/robots.txt')).body).matchAll(/^(Allow|Disallow): (.+)$/gm)]
      .map(([, kind, pattern = '']) => ({ isAllowed: kind === 'Allow', pattern }))
      .filter(({ pattern }) => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}`).test(path));
    // The longest matching rule counts, and what no rule matches is allowed (RFC 9309, section 2.2.2).
    const [rule] = rules.toSorted((one, other) => other.pattern.length - one.pattern.length);
    expect(rule?.isAllowed ?? true).toBe(isAllowed);
  });

  it('lists the public pages, and the published items by month', async () => {
    const march = { publishedAt: new Date('2025-03-31T23:59:59Z'), updatedAt: new Date('2026-01-02T10:00:00Z') };
    const [first, second] = [await item(march), await item({ ...march, publishedAt: new Date('2025-03-01') })];
    const april = await item({ publishedAt: new Date('2025-04-01') });
    const others = await hidden();
    await item({ userId: goneId, publishedAt: new Date('2024-12-01') });
    const index = await get('/sitemap.xml');
    expect(index.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const files = [...String(index.body).matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1] ?? '');
    expect(files[0]).toBe(`${app.url}/sitemap-pages.xml`);
    expect(files.slice(-2)).toEqual([`${app.url}/sitemap-2025-04.xml`, `${app.url}/sitemap-2025-03.xml`]);
    const pages = await Promise.all(files.map((file) => html(file.slice(app.url.length))));
    expect(pages.at(-1)?.match(/<url>.*/g)).toEqual([
      `<url><loc>${app.url}/?item=${first}</loc><lastmod>2026-01-02</lastmod></url>`,
      `<url><loc>${app.url}/?item=${second}</loc><lastmod>2026-01-02</lastmod></url>`,
    ]);
    expect(pages.at(-2)).toContain(april);
    expect(pages[0]).toContain(`<loc>${app.url}/help</loc>`);
    for (const id of others) expect(pages.join('')).not.toContain(id);
    for (const month of ['2025-04-2', '2025-04-1', '2025-05', '2025-13', '2025-3'])
      expect((await get(`/sitemap-${month}.xml`)).status).toBe(404);
  });

  it('lists more than 50,000 items of a month in several files', async () => {
    await app.runAsOwner(
      `insert into courses (id, user_id, title, description, price, status, published_at)
        select uuidv7(), '${authorId}', 'Item', '', 0, 'published', '2025-08-01'::timestamptz + i * interval '1 second'
        from generate_series(1, 50002) i`,
    );
    const index = await html('/sitemap.xml');
    for (const name of ['2025-08', '2025-08-2']) expect(index).toContain(`<loc>${app.url}/sitemap-${name}.xml</loc>`);
    expect(index).not.toContain('2025-08-3');
    const parts = await Promise.all(['2025-08', '2025-08-2'].map((name) => html(`/sitemap-${name}.xml`)));
    expect(parts.map((part) => part.match(/<url>/g)?.length)).toEqual([50_000, 2]);
    expect((await get('/sitemap-2025-08-3.xml')).status).toBe(404);
  });
});
