import { describe, expect, it } from 'vitest';
import { Canaries } from './canaries.ts';
import { neighboursOf } from './guessing.ts';
import { READERS } from './identities.ts';
import { findLeaks, judgeCall, judgeRefusal } from './judging.ts';
import { describeChange, diffRows, isAllowed, type Snapshot } from './rows.ts';
import { judgeSqlmap, judgeWapiti } from './scanners.ts';
import { judgeHeaders } from './uploads.ts';

const response = (text: string) => ({ status: 200, headers: {}, bytes: Buffer.from(text), text });

describe('the search for hidden texts', () => {
  it('finds a text in any case, and not where it may be read', () => {
    const canaries = new Canaries();
    const draft = canaries.hide('a draft');
    const post = canaries.hide('a post', READERS);
    const text = `{"body":"${draft.toUpperCase()} ${post}"}`;
    expect(canaries.find(text, 'stranger')).toEqual(['a draft']);
    expect(canaries.find(text, 'blocked')).toEqual(['a draft', 'a post']);
    expect(canaries.find('{"body":""}', 'blocked')).toEqual([]);
  });

  it('does not count the echo of a request', () => {
    const canaries = new Canaries();
    const [username, email] = [canaries.hide('a username'), canaries.hide('an email address')];
    const call = { query: { u: username } };
    const leaksOf = (text: string) => findLeaks(canaries, { reader: 'visitor', call, response: response(text) });
    expect(leaksOf(`${username} is taken`)).toEqual([]);
    expect(leaksOf(`${username} has ${email}`)).toEqual(['an email address']);
  });

  it('refuses an empty text, which would be found everywhere', () => {
    expect(() => new Canaries().add({ what: 'a cookie', token: '', readers: [] })).toThrow('a cookie');
  });
});

describe('the comparison of rows', () => {
  const snapshot = (rows: Record<string, Record<string, unknown>>): Snapshot =>
    new Map(
      Object.entries(rows).map(([key, row]) => [key, { table: key.split(' ')[0] ?? '', json: JSON.stringify(row) }]),
    );
  const before = snapshot({ 'posts 1': { likes: 0, content: 'a' }, 'drafts 1': { body: 'x' } });

  it('finds changed, deleted and inserted rows', () => {
    const after = snapshot({ 'posts 1': { likes: 0, content: 'b' }, 'comments 1': { content: 'c' } });
    expect(diffRows(before, after)).toEqual([
      { table: 'posts', kind: 'changed', columns: ['content'] },
      { table: 'drafts', kind: 'deleted', columns: [] },
      { table: 'comments', kind: 'inserted', columns: [] },
    ]);
    expect(diffRows(before, before)).toEqual([]);
  });

  it('allows what is named, and no more', () => {
    const changed = { table: 'posts', kind: 'changed' as const, columns: ['likes', 'content'] };
    expect(isAllowed(changed, ['posts.likes'])).toBe(false);
    expect(isAllowed(changed, ['posts.likes', 'posts.content'])).toBe(true);
    expect(isAllowed(changed, ['posts'])).toBe(true);
    const inserted = { table: 'posts', kind: 'inserted' as const, columns: [] };
    expect(isAllowed(inserted, ['posts+'])).toBe(true);
    expect(isAllowed({ ...inserted, kind: 'deleted' }, ['posts+', 'posts.content'])).toBe(false);
    expect([describeChange(changed), describeChange(inserted)]).toEqual([
      'changed posts.likes, posts.content',
      'inserted posts',
    ]);
  });
});

describe('the judgement of a call', () => {
  const refused = {
    identity: 'stranger',
    endpoint: 'editPost',
    call: {},
    status: 403,
    leaks: [],
    changes: [],
  } as const;
  const change = { table: 'posts', kind: 'changed', columns: ['content'] } as const;

  it('accepts a refusal without effect, and what the identity may do', () => {
    expect(judgeCall(refused)).toEqual([]);
    const liked = { ...refused, status: 200, changes: [{ ...change, columns: ['likes'] }] };
    expect(judgeCall({ ...liked, call: { open: READERS, changes: ['posts.likes'] } })).toEqual([]);
  });

  it.each([
    ['a success that is not open', { status: 204 }, 'editPost as stranger: 204 for what belongs to a victim'],
    ['an error of the server', { status: 500 }, 'editPost as stranger: 500'],
    ['a limit, which hides the result', { status: 429 }, 'editPost as stranger was not tried: 429'],
    ['a hidden text', { leaks: ['a draft'] }, 'editPost as stranger returned a draft'],
    [
      'a change by a refused call, although its success would be allowed to make it',
      { call: { open: READERS, changes: ['posts.content'] }, changes: [{ ...change, columns: ['content'] }] },
      'editPost as stranger: changed posts.content',
    ],
  ])('reports %s', (_what, differs, finding) => {
    expect(judgeCall({ ...refused, ...differs })).toEqual([finding]);
  });

  it('takes only a refusal of the client for one', () => {
    expect([400, 403, 404, 415].flatMap((status) => judgeRefusal('x', status))).toEqual([]);
    expect([0, 200, 302, 429, 500].flatMap((status) => judgeRefusal('x', status))).toHaveLength(5);
  });
});

it('a file that a browser could run is reported', () => {
  const headers = {
    'content-type': 'text/plain',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'content-disposition': `attachment; filename="a.txt"; filename*=UTF-8''a.txt`,
  };
  expect(judgeHeaders('text/plain', { status: 200, headers })).toEqual([]);
  const inline = { ...headers, 'content-disposition': headers['content-disposition'].replace('attachment', 'inline') };
  expect(judgeHeaders('text/plain', { status: 200, headers: inline })).toEqual(['it is shown instead of saved']);
  expect(judgeHeaders('text/plain', { status: 200, headers: { 'content-type': 'text/html' } })).toHaveLength(6);
});

it('a token is changed in each place', () => {
  expect(neighboursOf('abA')).toEqual(['AbA', 'aAA', 'abB']);
});

describe('the reports of the scanners', () => {
  it('separate expected findings of wapiti from others', () => {
    const finding = (info: string, path = '/') => ({ info, path });
    const report = {
      vulnerabilities: {
        'HTTP Secure Headers': [finding('Strict-Transport-Security is not set'), finding('X-Frame-Options is not set')],
        'SQL Injection': [{ ...finding('SQL Injection', '/api/posts'), parameter: 'sort' }],
      },
      anomalies: { 'Internal Server Error': [finding('500', '/api/users')] },
    };
    const { findings, expected } = judgeWapiti(report);
    expect(findings).toEqual([
      'HTTP Secure Headers: X-Frame-Options is not set (/)',
      'SQL Injection: SQL Injection (/api/posts, sort)',
      'Internal Server Error: 500 (/api/users)',
    ]);
    expect(expected.map(({ what }) => what)).toEqual(['Strict-Transport-Security is not set']);
  });

  it('find the injections in the output of sqlmap', () => {
    const clean =
      "[WARNING] heuristic (basic) test shows that GET parameter 'q' might not be injectable\n" +
      "[WARNING] GET parameter 'q' does not seem to be injectable\n" +
      '[CRITICAL] all tested parameters do not appear to be injectable.';
    expect(judgeSqlmap(clean)).toEqual([]);
    expect(judgeSqlmap("[INFO] GET parameter 'q' is 'Generic UNION query (NULL)' injectable")).toHaveLength(1);
    expect(judgeSqlmap("[INFO] GET parameter 'q' appears to be 'AND boolean-based blind' injectable")).toHaveLength(1);
  });
});
