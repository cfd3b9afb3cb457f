import { connectionEndpoints } from '#shared/api/connections.ts';
import { eventEndpoints } from '#shared/api/events.ts';
import { DAY_MS } from '#shared/time.ts';
import type { MemberClient } from './client.ts';
import { pickFrom, tagOf, type Action, type Writer } from './writer.ts';

/** Share of answers that take a seat; the others give it back. */
const GOING_SHARE = 0.85;
/** A writer hosts at most this many events of its own. */
const EVENTS_MAX = 3;

async function requestConnection({ client, own, addressees, chance, ledger }: Writer): Promise<void> {
  const other = pickFrom(
    chance,
    addressees.filter(({ userId }) => !['pending', 'accepted'].includes(own.connections.get(userId)?.status ?? '')),
  );
  if (!other) return;
  const former = own.connections.get(other.userId);
  // After a declined or withdrawn request only the other side may send the next one.
  const [from, to] = former?.requesterId === client.userId ? [other, client] : [client, other];
  const body = { connectedUserId: to.userId, note: `from ${from.name}` };
  const view = await from.write(connectionEndpoints.createConnection, { body });
  if (!view) return;
  if (former?.status === 'rejected') ledger.claim('connections', former.id, null);
  own.connections.set(other.userId, { id: view.id, status: 'pending', requesterId: from.userId });
  ledger.claim('connections', view.id, 'pending');
}

const answerConnection =
  (status: 'accepted' | 'rejected'): Action =>
  async ({ client, own, addressees, chance, ledger }) => {
    const pending = [...own.connections].filter(([, connection]) => connection.status === 'pending');
    const [otherId, connection] = pickFrom(chance, pending) ?? [];
    const other = addressees.find(({ userId }) => userId === otherId);
    if (!connection || !other) return;
    const addressee: MemberClient = connection.requesterId === client.userId ? other : client;
    const input = { params: { id: connection.id }, body: { status } };
    if (!(await addressee.write(connectionEndpoints.answerConnection, input))) return;
    connection.status = status;
    ledger.claim('connections', connection.id, status);
  };

async function removeConnection({ client, own, addressees, chance, ledger }: Writer): Promise<void> {
  const removable = [...own.connections].filter(([, { status }]) => status === 'pending' || status === 'accepted');
  const [otherId, connection] = pickFrom(chance, removable) ?? [];
  if (!otherId || !connection) return;
  const isOwn = connection.requesterId === client.userId || connection.status === 'accepted';
  const side = isOwn ? client : addressees.find(({ userId }) => userId === otherId);
  await side?.write(connectionEndpoints.removeConnection, { params: { id: connection.id } });
  if (connection.status === 'pending') connection.status = 'withdrawn';
  else own.connections.delete(otherId);
  ledger.claim('connections', connection.id, null);
}

async function createEvent(writer: Writer): Promise<void> {
  const { client, own, ledger } = writer;
  if (own.eventIds.length >= EVENTS_MAX) return;
  const title = tagOf(writer, 'event');
  const view = await client.write(eventEndpoints.createEvent, { body: newEvent(title, 5) });
  if (!view) return;
  own.eventIds.push(view.id);
  ledger.claim('events', view.id, title);
  ledger.claim('versions of events', view.id, 0);
}

async function editEvent(writer: Writer): Promise<void> {
  const { client, own, chance, ledger } = writer;
  const id = pickFrom(chance, own.eventIds);
  if (!id) return;
  const title = tagOf(writer, 'edited event');
  if (!(await client.write(eventEndpoints.editEvent, { params: { id }, body: { title } }))) return;
  ledger.claim('events', id, title);
  ledger.count('versions of events', id);
}

const answerEvent =
  (isGoing: boolean): Action =>
  async ({ client, neighbour, chance, shared, ledger }) => {
    const eventId = pickFrom(chance, shared.eventIds);
    if (!eventId || (!isGoing && chance.next() < GOING_SHARE)) return;
    const member = neighbour && chance.next() < 0.5 ? neighbour : client;
    const params = { id: eventId };
    const done = isGoing
      ? await member.write(eventEndpoints.answerEvent, { params, body: { status: 'going' } })
      : await member.write(eventEndpoints.leaveEvent, { params });
    if (done) ledger.claim('answers', `${eventId} ${member.userId}`, isGoing ? 'answered' : null);
  };

/** Returns the body of a new event in ten days. */
export function newEvent(title: string, capacity: number) {
  const date = new Date(Date.now() + 10 * DAY_MS).toISOString();
  return { title, description: 'An event of the faults.', date, location: 'Room 1', isVirtual: false, capacity };
}

/** Writes between members. */
export const peopleActions: Record<string, Action> = {
  'request connection': requestConnection,
  'decline connection': answerConnection('rejected'),
  'request connection again': requestConnection,
  'accept connection': answerConnection('accepted'),
  'remove connection': removeConnection,
  'create event': createEvent,
  'edit event': editEvent,
  'take a seat': answerEvent(true),
  'leave a seat': answerEvent(false),
};
