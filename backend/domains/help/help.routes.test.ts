import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { HELP_COMMANDS } from '../../../tools/admin/help-commands.ts';
import { readEmails } from '../../testing/emails.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';

let app: TestApp;
let ana: TestClient;
let cleo: TestClient;

beforeAll(async () => {
  app = await createTestApp();
  [ana, cleo] = [app.visitor(), app.visitor()];
  await ana.signUp('student');
  await cleo.signUp('creator');
});
afterAll(() => app.close());

const openFiles = () => Promise.reject(new Error('these commands read no files'));
const command = (words: string, options: Record<string, string> = {}) => {
  const [first, second, ...rest] = words.split(' ');
  return HELP_COMMANDS[`${first} ${second}`]?.({ em: app.em(), openFiles, words: rest, options });
};
const mails = async () =>
  (
    await app.pool.query(
      `select 1 from pgboss.job where name = 'send-email' and data ->> 'template' = 'support-request'`,
    )
  ).rowCount;

describe('a rating of an article', () => {
  it('is stored once per user; the latest one counts', async () => {
    const vote = (client: TestClient, isHelpful: boolean) =>
      client.post('/api/help/articles/roles/feedback', { body: { isHelpful } });
    expect((await vote(ana, true)).status).toBe(204);
    expect((await vote(ana, false)).status).toBe(204);
    expect((await vote(cleo, true)).status).toBe(204);
    expect(await command('help ratings')).toMatch(/roles\s+1\s+1/);
  });

  it('requires an article', async () => {
    expect((await ana.post('/api/help/articles/warp-drive/feedback', { body: { isHelpful: true } })).status).toBe(404);
  });
});

describe('a search without results', () => {
  it('is counted without the user, and not stored when it may identify a person', async () => {
    for (const query of ['  Warp   Drive ', 'warp drive', 'ana@example.org', 'my number is 0701234567']) {
      expect((await ana.post('/api/help/searches', { body: { query } })).status).toBe(204);
    }
    expect((await app.pool.query('select query, count from help_searches')).rows).toEqual([
      { query: 'warp drive', count: 2 },
    ]);
    expect(await command('help searches')).toMatch(/warp drive\s+2/);
  });

  it('replaces older ones', async () => {
    await app.pool.query(
      `insert into help_searches (query, last_at) select 'old ' || i,
        now() - interval '1 day' - i * interval '1 second' from generate_series(1, 1000) i`,
    );
    await ana.post('/api/help/searches', { body: { query: 'newest' } });
    const kept = (await app.pool.query('select query from help_searches')).rows.map(
      (row: { query: string }) => row.query,
    );
    expect(kept).toHaveLength(1_000);
    expect(kept).toContain('newest');
    expect(kept).not.toContain('old 1000');
  });

  it.each(['', '   ', 'x'.repeat(81)])('refuses %j', async (query) => {
    expect((await ana.post('/api/help/searches', { body: { query } })).status).toBe(400);
  });
});

describe('a message to the operator', () => {
  it('is stored for the operator to list and delete, once for a repeated request', async () => {
    const [key, body] = [uuidv7(), { topic: 'problem', text: ' The page is blue. ', requestId: 'req-1' }];
    const answers = [await cleo.post('/api/support', { body, key }), await cleo.post('/api/support', { body, key })];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const id = String(answers[0]?.body['id']);
    expect(await command('support list')).toMatch(
      new RegExp(`${id}.*@${cleo.user?.username}.*problem.*req-1.*The page is blue\\.`),
    );
    expect(await mails()).toBe(0);
    expect(await command(`support close ${id}`)).toBe('Deleted.');
    expect(await command(`support close ${id}`)).toBe('It was already deleted.');
    expect(await command('support list')).toBe('No messages.');
  });

  it('is sent to the address of the operator if there is one', async () => {
    const other = await createTestApp({ supportEmail: 'help@school.example' });
    const ben = other.visitor();
    await ben.signUp('teacher', { fullName: 'Ben Adu' });
    await ben.post('/api/support', { body: { topic: 'idea', text: 'More blue.', requestId: '' } });
    const sent = () => readEmails(other.dataDir, 'help@school.example')[0];
    await expect.poll(sent).toMatchObject({ subject: 'Contact form: idea' });
    expect(sent()?.text).toContain(`From Ben Adu (@${ben.user?.username}) <${ben.user?.email}>`);
    expect(sent()?.text).toMatch(/More blue\.\s+Message: /);
    await other.close();
  });

  it.each([
    { topic: 'weather', text: 'x' },
    { topic: 'idea', text: '  ' },
    { topic: 'idea', text: 'x'.repeat(4_001) },
    { topic: 'idea', text: 'x', requestId: 'a b<' },
  ])('refuses %j', async (body) => {
    expect((await ana.post('/api/support', { body })).status).toBe(400);
  });
});
