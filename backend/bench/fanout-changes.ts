import { DAY_MS } from '#shared/time.ts';

/** The changes that are measured. */
export const CHANGE_KINDS = ['like', 'comment', 'rsvp', 'profile'] as const;

/** One of {@link CHANGE_KINDS}. */
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** A member with the Cookie header of a session. */
export interface Member {
  id: string;
  cookie: string;
}

/** A response: whether the change succeeded, and the state after it. */
interface Sent {
  isDone: boolean;
  state: unknown;
}

/** A kind of change, the push that viewers receive, and the state that a response and a push contain. */
export interface Change {
  send: () => Promise<Sent>;
  push: string;
  stateOf: (body: Record<string, unknown>) => unknown;
  /** Reads the newest state; not defined when each change has a push of its own. */
  readState?: () => Promise<unknown>;
}

type Body = Record<string, unknown>;
type Call = (
  method: string,
  path: string,
  input?: { body: object; version?: string },
) => Promise<{ isDone: boolean; body: Body }>;

const likesOf: Change['stateOf'] = (body) => body['likes'];
const goingOf: Change['stateOf'] = (body) => body['going'];
const idOf: Change['stateOf'] = (body) => body['id'];

/**
 * Creates a post and an event of the author, and returns their rooms, the ids of what changes, and the kinds of
 * changes. Each change changes something. One member writes all comments, so that each notifies the author alone.
 */
export async function makeChanges(port: number, { author, actors }: { author: Member; actors: readonly Member[] }) {
  const byAuthor = await enter(port, author);
  const callers = await Promise.all(actors.map((actor) => enter(port, actor)));
  const postId = String((await byAuthor('POST', '/api/posts', { body: { content: 'A post on screen' } })).body['id']);
  const eventId = String((await byAuthor('POST', '/api/events', { body: eventInput() })).body['id']);
  const like = `/api/posts/${postId}/like`;
  const byKind: Record<ChangeKind, Change> = {
    like: {
      push: 'post-updated',
      stateOf: likesOf,
      send: inTurn(callers, async (call, isOn) => toSent(await call(isOn ? 'PUT' : 'DELETE', like), likesOf)),
      readState: async () => likesOf((await byAuthor('GET', `/api/posts/${postId}`)).body),
    },
    comment: {
      push: 'new-comment',
      stateOf: idOf,
      send: inTurn(callers.slice(0, 1), async (call) =>
        toSent(await call('POST', '/api/comments', { body: { postId, content: 'Well said' } }), idOf),
      ),
    },
    rsvp: {
      push: 'event-updated',
      stateOf: goingOf,
      send: inTurn(callers, async (call, isOn) =>
        toSent(
          await call('PUT', `/api/events/${eventId}/rsvp`, { body: { status: isOn ? 'going' : 'interested' } }),
          goingOf,
        ),
      ),
      readState: async () => goingOf((await byAuthor('GET', `/api/events/${eventId}`)).body),
    },
    profile: { push: 'profile-updated', stateOf: () => null, send: await profileEdits(byAuthor) },
  };
  return { byKind, rooms: [`post-${postId}`, `event-${eventId}`], recordIds: [postId, eventId, author.id] };
}

/** Makes changes by one caller after the other; `isOn` is true and false in turn for each. */
function inTurn(callers: readonly Call[], change: (call: Call, isOn: boolean) => Promise<Sent>): Change['send'] {
  let turn = 0;
  return async () => {
    const isOn = Math.floor(turn / callers.length) % 2 === 0;
    const call = callers[turn++ % callers.length];
    return call ? change(call, isOn) : { isDone: false, state: null };
  };
}

/** Makes edits one after the other, since each names the version that it changes. */
async function profileEdits(call: Call): Promise<Change['send']> {
  let version = versionOf((await call('GET', '/api/users/me')).body);
  let turn = 0;
  let edited: Promise<unknown> = Promise.resolve();
  const edit = async (): Promise<Sent> => {
    const { isDone, body } = await call('PATCH', '/api/profile', { body: { bio: `Edit ${turn++}` }, version });
    version = versionOf(body);
    return { isDone, state: null };
  };
  return () => {
    const next = edited.then(edit);
    edited = next;
    return next;
  };
}

function versionOf({ version }: Body): string {
  return typeof version === 'string' ? version : '';
}

function toSent({ isDone, body }: { isDone: boolean; body: Body }, stateOf: Change['stateOf']): Sent {
  return { isDone, state: stateOf(body) };
}

/** Returns what sends requests of a member. */
async function enter(port: number, { cookie }: Member): Promise<Call> {
  const origin = `http://127.0.0.1:${port}`;
  const token = await fetch(`${origin}/api/csrf-token`, { headers: { Cookie: cookie } });
  const { csrfToken } = (await token.json()) as { csrfToken: string };
  return async (method, path, input) => {
    const response = await fetch(origin + path, {
      method,
      headers: {
        Cookie: cookie,
        Origin: origin,
        'CSRF-Token': csrfToken,
        ...(input && { 'Content-Type': 'application/json' }),
        ...(input?.version !== undefined && { 'If-Match': `"${input.version}"` }),
      },
      ...(input && { body: JSON.stringify(input.body) }),
    });
    const text = await response.text();
    return { isDone: response.ok, body: text === '' ? {} : (JSON.parse(text) as Body) };
  };
}

function eventInput(): object {
  return {
    title: 'An event on screen',
    description: '',
    date: new Date(Date.now() + DAY_MS).toISOString(),
    location: 'Hall',
    isVirtual: false,
  };
}
