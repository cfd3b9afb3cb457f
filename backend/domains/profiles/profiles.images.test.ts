import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';

let app: TestApp;
let ana: TestClient;
let picture: Buffer;

beforeAll(async () => {
  app = await createTestApp();
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
});
afterAll(() => app.close());
beforeEach(async () => {
  ana = app.visitor();
  await ana.signUp('student');
});

const upload = async (purpose: string, client = ana) => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'me.png');
  return (await client.post(`/api/uploads?purpose=${purpose}`, { form })).body;
};

describe.each([
  ['image', 'profile-image', 'profileImage'],
  ['cover', 'cover-image', 'coverImage'],
])('the %s image', (path, purpose, field) => {
  it('is an own upload that others can load, and is removed with its file', async () => {
    const { fileId, url } = await upload(purpose);
    const answer = await ana.put(`/api/profile/${path}`, { body: { fileId, alt: ' Me by a lake ' } });
    expect(answer.body).toMatchObject({ [field]: url, [`${field}Alt`]: 'Me by a lake' });
    const other = app.visitor();
    await other.signUp('teacher');
    expect((await other.get(String(url))).status).toBe(200);
    const second = await upload(purpose);
    await ana.put(`/api/profile/${path}`, { body: { fileId: second['fileId'] } });
    expect((await ana.get(String(url))).status).toBe(404);
    expect((await ana.delete(`/api/profile/${path}`)).body).toMatchObject({ [field]: null, [`${field}Alt`]: null });
    expect((await app.pool.query('select 1 from files where owner_id = $1', [ana.user?.id])).rowCount).toBe(0);
  });

  it('does not change its file when only the description changes', async () => {
    const { fileId, url } = await upload(purpose);
    await ana.put(`/api/profile/${path}`, { body: { fileId } });
    expect((await ana.put(`/api/profile/${path}`, { body: { fileId, alt: 'A lake' } })).body).toMatchObject({
      [field]: url,
      [`${field}Alt`]: 'A lake',
    });
    expect((await ana.get(String(url))).status).toBe(200);
  });

  it('is rejected when it is another user’s, or uploaded for another purpose', async () => {
    const other = app.visitor();
    await other.signUp('student');
    const theirs = await upload(purpose, other);
    const post = await upload('post-image');
    for (const { fileId } of [theirs, post])
      expect((await ana.put(`/api/profile/${path}`, { body: { fileId } })).status).toBe(404);
  });
});
