import { expect, it } from 'vitest';
import { LATER_INTENTS } from '#shared/realtime/later.ts';
import type { IntentMap, PushMap } from '#shared/realtime/index.ts';
import type { LiveLink } from '../lib/live/live-link.ts';
import { createQueryClient } from '../lib/http/query-client.ts';
import { goLive } from './live.ts';

/** Events that a server sends, as named in the specification; those of calls come with their noun. */
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
] as const satisfies readonly (keyof PushMap)[];
const LATER_PUSHES = ['incoming-call', 'call-accepted', 'call-rejected', 'call-ended', 'call-signal', 'call-busy'];

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

it('subscribes to every event of the spec whose noun exists', () => {
  const subscribed = new Set<string>();
  const stop = (): void => undefined;
  const link = {
    subscribe: (name: string) => (subscribed.add(name), stop),
    on: () => stop,
    connect: stop,
    disconnect: stop,
  };
  goLive({ link: link as unknown as LiveLink, client: createQueryClient(), userId: 'ana' })();
  expect(PUSHES.filter((name) => !subscribed.has(name))).toEqual([]);
});

it('lists every other event of the spec as one of a later noun', () => {
  expect(new Set([...PUSHES, ...LATER_PUSHES]).size).toBe(25);
  expect(INTENTS.filter((name) => LATER_INTENTS.some((later) => later === name)).toSorted()).toEqual(
    [...LATER_INTENTS].toSorted(),
  );
});

it('sends every event of the spec after its write', () => {
  const later: readonly string[] = LATER_INTENTS;
  const unsent = INTENTS.filter(
    (name) => !later.includes(name) && !OTHER_WAY.has(name) && !new RegExp(`emit\\([^)]*'${name}'`).test(text),
  );
  expect(unsent).toEqual([]);
});
