import { expect, it, vi } from 'vitest';
import type { IntentMap, PushMap } from '#shared/realtime/index.ts';
import type { LiveLink } from '../lib/live/live-link.ts';
import { FakeStream } from '../../testing/calls/fake-media.ts';
import { loadCalls } from '../features/calls/live.ts';
import { createQueryClient } from '../lib/http/query-client.ts';
import { goLive } from './live.ts';

/** Events that a server sends, as named in the specification. */
const PUSHES = [
  'post-updated',
  'post-created',
  'post-deleted',
  'course-updated',
  'course-created',
  'course-deleted',
  'profile-updated',
  'new-message',
  'message-read',
  'event-created',
  'event-updated',
  'advertisement-created',
  'new-comment',
  'comment-deleted',
  'connection-created',
  'connection-updated',
  'connection-deleted',
  'message-updated',
  'data-updated',
  'incoming-call',
  'call-accepted',
  'call-rejected',
  'call-ended',
  'call-signal',
  'call-busy',
] as const satisfies readonly (keyof PushMap)[];

/**
 * Events that a client sends, by the names of the specification; `message` is an alternative to POST /api/messages.
 */
const INTENTS = [
  'join-room',
  'leave-room',
  'message',
  'post-update',
  'post-create',
  'course-update',
  'course-create',
  'profile-update',
  'new-message',
  'event-update',
  'event-create',
  'advertisement-update',
  'advertisement-create',
  'new-comment',
  'connection-update',
  'connection-create',
  'incoming-call-received',
  'incoming-call',
  'call-accepted',
  'call-rejected',
  'call-busy',
  'call-ended',
  'call-signal',
] as const satisfies readonly (keyof IntentMap)[];
const OTHER_WAY: ReadonlySet<string> = new Set(['message']);

const sources = import.meta.glob<string>(
  ['../features/**/*.{ts,tsx}', '../../../shared/realtime/{live-session,room-sync}.ts', '!**/*.test.*'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
);
const text = Object.values(sources).join('\n');

it('subscribes to every event of the spec', async () => {
  const subscribed = new Set<string>();
  const stop = (): void => undefined;
  const link = {
    subscribe: (name: string) => (subscribed.add(name), stop),
    on: () => stop,
    connect: stop,
    disconnect: stop,
  };
  vi.stubGlobal('MediaStream', FakeStream);
  const end = goLive({ link: link as unknown as LiveLink, client: createQueryClient(), userId: 'ana' });
  // The first call loads the code that follows the others.
  await loadCalls();
  end();
  vi.unstubAllGlobals();
  expect(PUSHES).toHaveLength(25);
  expect(PUSHES.filter((name) => !subscribed.has(name))).toEqual([]);
});

it('sends every event of the spec after its write', () => {
  // The machine of calls returns what it sends as data.
  const unsent = INTENTS.filter(
    (name) => !OTHER_WAY.has(name) && !new RegExp(`(?:emit\\([^)]*|type: 'emit',\\s*name: )'${name}'`).test(text),
  );
  expect(unsent).toEqual([]);
});
