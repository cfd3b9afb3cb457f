import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectTwoClients } from '../../testing/two-clients.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it('a block notifies both sides to reload, without a reason', async () => {
  const ana = app.visitor();
  const ben = app.visitor();
  await ana.signUp('student');
  await ben.signUp('teacher');
  const [first, second] = await connectTwoClients(ana, ben);
  await ana.put(`/api/users/${ben.user?.id}/block`);
  for (const client of [first, second]) {
    expect(await client.next('data-updated')).toEqual({ type: 'post', at: expect.any(String) });
    const other = client === first ? ben : ana;
    expect(JSON.stringify(client.frames)).not.toContain(other.user?.id ?? 'unknown');
    client.close();
  }
});
