import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createUploadLocker } from './upload-lock.ts';

let app: TestApp;
let uploadId: string;

beforeAll(async () => {
  app = await createTestApp();
  const owner = app.visitor();
  await owner.signUp('teacher');
  uploadId = String(
    (await owner.post('/api/uploads/sessions', { body: { purpose: 'message-file', name: 'a.txt', size: 1 } })).body[
      'id'
    ],
  );
});
afterAll(() => app.close());

const patience = () => new AbortController().signal;

it('grants the lock to one request at a time, and finally to each', async () => {
  const locker = createUploadLocker(app.pool);
  let [inside, most, done, stops] = [0, 0, 0, 0];
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const lock = locker.newLock(uploadId);
      await lock.lock(patience(), () => void (stops += 1));
      inside += 1;
      most = Math.max(most, inside);
      await app.pool.query('select 1');
      inside -= 1;
      done += 1;
      await lock.unlock();
    }),
  );
  expect([most, done, stops > 0]).toEqual([1, 20, true]);
});

it('excludes another node until it is released or the node is dead', async () => {
  const [here, there] = [
    createUploadLocker(app.pool).newLock(uploadId),
    createUploadLocker(app.pool).newLock(uploadId),
  ];
  await here.lock(patience(), () => undefined);
  await expect(there.lock(patience(), () => undefined)).rejects.toMatchObject({ code: 'WRONG_STATE' });
  await here.unlock();
  await there.lock(patience(), () => undefined);
  await app.pool.query(`update upload_sessions set lease_until = now() - interval '1 second' where id = $1`, [
    uploadId,
  ]);
  await here.lock(patience(), () => undefined);
  await there.unlock();
  const { rows } = await app.pool.query<{ held: boolean }>(
    'select lease_by is not null as held from upload_sessions where id = $1',
    [uploadId],
  );
  expect(rows).toEqual([{ held: true }]);
  await here.unlock();
});

it('rejects when the client disconnects', async () => {
  const locker = createUploadLocker(app.pool);
  const held = locker.newLock(uploadId);
  await held.lock(patience(), () => undefined);
  await expect(locker.newLock(uploadId).lock(AbortSignal.timeout(20), () => undefined)).rejects.toMatchObject({
    code: 'WRONG_STATE',
  });
  await held.unlock();
});
