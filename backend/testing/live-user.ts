import { expect } from 'vitest';
import type { SessionUser } from '#shared/api/auth.ts';
import type { Role } from '#shared/api/endpoint.ts';
import type { TestApp } from './test-app.ts';
import type { TestClient } from './test-client.ts';
import { connectLiveClient, type LiveClient } from './two-clients.ts';

/** A new member with a signed-in client and one socket. */
export interface LiveUser {
  id: string;
  user: SessionUser;
  http: TestClient;
  live: LiveClient;
}

/** Registers a member and connects a socket, to the node `at` if given, otherwise to the node of the requests. */
export async function enterLive(
  app: TestApp,
  { role = 'student', at = app }: { role?: Role; at?: TestApp } = {},
): Promise<LiveUser> {
  const http = app.visitor();
  const user = await http.signUp(role);
  return { id: user.id, user, http, live: await connectLiveClient({ url: at.url, cookie: http.cookie }) };
}

/** Returns the pushes of a name that a member has received so far, oldest first. */
export function receivedBy<Push = Record<string, unknown>>({ live }: LiveUser, name: string): Push[] {
  return live.frames.filter((frame) => frame.name === name).map(({ payload }) => payload as Push);
}

/** Joins rooms as a client does that shows what they are about. @throws when one is refused. */
export async function show({ live }: LiveUser, ...rooms: string[]): Promise<void> {
  expect(await live.ask('join-rooms', rooms)).toEqual({ ok: true });
}

/**
 * Waits until all domain events so far are handled and their pushes have arrived at the members. Delayed pushes, of
 * edits and counters, may follow.
 */
export async function settlePushes({ pool }: TestApp, members: readonly LiveUser[]): Promise<void> {
  const pending = async () => (await pool.query('select 1 from outbox')).rowCount;
  await expect.poll(pending).toBe(0);
  // The acknowledgement arrives after all pushes that were sent before.
  for (const { id, live } of members) await live.ask('join-room', `user-${id}`);
}
