import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Role } from '#shared/api/endpoint.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { approveUser, listAwaiting } from './approvals.service.ts';
import { changeRole } from './operator.service.ts';

let app: TestApp;
let student: TestClient;

beforeAll(async () => {
  app = await createTestApp({ approvedRoles: ['teacher', 'institution'] });
  student = await signUp('student');
});
afterAll(() => app.close());

const idOf = (client: TestClient) => client.user?.id ?? '';
const lineOf = async (client: TestClient) =>
  (await listAwaiting(app.em(), 50)).find(({ username }) => username === client.user?.username);
const approve = async (client: TestClient, revision?: string) => {
  const read = revision ?? (await lineOf(client))?.revision ?? '';
  return approveUser(app.em(), { userId: idOf(client), revision: read }, { name: 'Anna' });
};
const awaiting = async () => (await listAwaiting(app.em(), 50)).map(({ username }) => username);
const advertise = (client: TestClient) =>
  client.post('/api/advertisements', {
    body: { title: 'Open day', description: 'Come.', linkUrl: 'https://school.example', section: 1 },
  });
const institutions = async () =>
  ((await student.get('/api/users?role=institution')).body as unknown as { id: string }[]).map(({ id }) => id);

async function signUp(role: Role, fields: Record<string, string> = {}): Promise<TestClient> {
  const client = app.visitor();
  await client.signUp(role, fields);
  return client;
}

async function rename(client: TestClient, fullName: string) {
  const { version } = (await client.get('/api/users/me')).body;
  return client.patch('/api/profile', { body: { fullName }, headers: { 'If-Match': `"${String(version)}"` } });
}

async function profileOf(client: TestClient, viewer = student): Promise<Record<string, unknown>> {
  return (await viewer.get(`/api/users/${idOf(client)}`)).body;
}

/** Enters a degree of the student's and asks an institution to confirm it. */
async function claim(institution: TestClient) {
  const { version } = (await student.get('/api/users/me')).body;
  const study = { institution: 'X', degree: 'BSc', field: 'Physics', start: '2020-09', end: null, description: '' };
  const { body } = await student.patch('/api/profile', {
    body: { educationData: [study] },
    headers: { 'If-Match': `"${String(version)}"` },
  });
  const [entry] = body['educationData'] as unknown as { id: string }[];
  return student.post('/api/verifications', { body: { entryId: entry?.id, institutionId: idOf(institution) } });
}

it('an institution confirms nothing and is not listed as one until an operator approves it', async () => {
  const school = await signUp('institution', { fullName: 'Northfield University' });
  expect(await profileOf(school)).toMatchObject({
    role: 'institution',
    isAwaitingApproval: true,
    counts: { people: null },
  });
  expect(await institutions()).not.toContain(idOf(school));
  expect((await claim(school)).status).toBe(404);
  // Teachers await approval here, too, so that the account does not work like one.
  expect((await advertise(school)).body).toMatchObject({ code: 'AWAITING_APPROVAL' });
  expect(await awaiting()).toContain(school.user?.username);

  expect(await approve(school)).toEqual({ role: 'institution', fullName: 'Northfield University' });
  expect(await awaiting()).not.toContain(school.user?.username);
  expect(await profileOf(school)).not.toHaveProperty('isAwaitingApproval');
  expect(await institutions()).toContain(idOf(school));
  const { status, body } = await claim(school);
  expect(status).toBe(201);
  expect(
    (await school.patch(`/api/verifications/${String(body['id'])}`, { body: { status: 'confirmed' } })).status,
  ).toBe(200);
  await expect.poll(() => profileOf(student, school)).toMatchObject({ verifiedBy: 'Northfield University' });
  await expect(approve(school)).rejects.toThrow('does not await approval');
  await expect
    .poll(async () => (await school.get('/api/notifications')).body)
    .toContainEqual(expect.objectContaining({ type: 'security', params: { what: 'account-approved' } }));
});

it('an institution with a new name awaits approval again, and its badge is not shown meanwhile', async () => {
  const school = await signUp('institution', { fullName: 'Lakeside College' });
  await approve(school);
  const { body } = await claim(school);
  const confirm = () => school.patch(`/api/verifications/${String(body['id'])}`, { body: { status: 'confirmed' } });
  expect((await rename(school, 'Lakeside College')).body).not.toHaveProperty('isAwaitingApproval');
  expect((await rename(school, 'Northfield University')).body).toMatchObject({ isAwaitingApproval: true });
  expect((await confirm()).body).toMatchObject({ code: 'AWAITING_APPROVAL' });
  expect((await listAwaiting(app.em(), 50)).find(({ username }) => username === school.user?.username)).toMatchObject({
    fullName: 'Northfield University',
    sameName: 1,
  });
  await approve(school);
  expect((await confirm()).status).toBe(200);
  await expect.poll(() => profileOf(student, school)).toMatchObject({ verifiedBy: 'Northfield University' });
  await rename(school, 'Another University');
  expect(await profileOf(student, school)).not.toHaveProperty('verifiedBy');
  expect((await profileOf(student, await signUp('teacher')))['claims']).toEqual([]);
});

it('a teacher works like a student until an operator approves the account, where the setting asks for it', async () => {
  const teacher = await signUp('teacher');
  expect((await advertise(teacher)).body).toMatchObject({ code: 'AWAITING_APPROVAL' });
  await approve(teacher);
  await expect.poll(async () => (await advertise(teacher)).status).toBe(201);
});

it('the badge of a confirmed entry is shown to others only while everyone may see the entry', async () => {
  const school = await signUp('institution', { fullName: 'Hillside School' });
  await approve(school);
  const { body } = await claim(school);
  await school.patch(`/api/verifications/${String(body['id'])}`, { body: { status: 'confirmed' } });
  await student.post('/api/posts', { body: { content: 'Hello from the lab' } });
  const authors = async () =>
    ((await school.get('/api/posts')).body as unknown as { author: object }[]).map(({ author }) => author);
  await expect.poll(authors).toEqual([expect.objectContaining({ verifiedBy: 'Hillside School' })]);
  await student.patch('/api/privacy', { body: { fieldVisibility: { educationData: 'connections' } } });
  expect((await authors())[0]).not.toHaveProperty('verifiedBy');
  await student.patch('/api/privacy', { body: { fieldVisibility: { educationData: 'everyone' } } });
});

it('only the name that the operator has read is approved', async () => {
  const school = await signUp('institution', { fullName: 'Small Village School' });
  const { revision } = (await lineOf(school)) ?? {};
  await rename(school, 'Harvard University');
  await expect(approve(school, revision)).rejects.toThrow('has edited it since');
  expect(await awaiting()).toContain(school.user?.username);
});

it('an account that is an institution no longer has confirmed nothing', async () => {
  const school = await signUp('institution', { fullName: 'Seaside School' });
  await approve(school);
  const { body } = await claim(school);
  await school.patch(`/api/verifications/${String(body['id'])}`, { body: { status: 'confirmed' } });
  await expect.poll(() => profileOf(student, school)).toMatchObject({ verifiedBy: 'Seaside School' });
  await changeRole(app.em(), { userId: idOf(school), role: 'student' }, { name: 'Anna' });
  const other = await signUp('student');
  expect(await profileOf(student, other)).not.toHaveProperty('verifiedBy');
  await changeRole(app.em(), { userId: idOf(school), role: 'institution' }, { name: 'Anna' });
  await expect.poll(async () => (await app.pool.query('select from outbox')).rowCount).toBe(0);
  expect(await profileOf(student, other)).not.toHaveProperty('verifiedBy');
  expect((await profileOf(student, other))['claims']).toEqual([]);
});

it('an institution works like a teacher where teachers need no approval', async () => {
  const other = await createTestApp({ approvedRoles: ['institution'] });
  const school = other.visitor();
  await school.signUp('institution');
  expect((await advertise(school)).status).toBe(201);
  await other.close();
});
