import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { connectLiveClient } from '../../backend/testing/two-clients.ts';
import type { Attempts } from './attempts.ts';
import { READERS, SIGNED_IN } from './identities.ts';
import type { World } from './world.ts';

/** Longer than the pushes of counters and of edits are delayed. */
const DELAYED_MS = 2_500;

/** Connects every attacker to all rooms of the victims and lets the victims write: no push shows what is hidden. */
export async function watchPushes(world: World, attempts: Attempts): Promise<void> {
  const { instance, victims, actors, rows, canaries } = world;
  const links = await Promise.all(
    SIGNED_IN.map(async (name) => {
      const cookie = actors.get(name)?.client.cookie ?? '';
      const link = await connectLiveClient({ url: instance.url, cookie });
      const rooms = victims.flatMap(({ ids }) => [`post-${ids.post}`, `event-${ids.event}`]);
      for (const room of ['feed', 'events', 'ads-1', ...rooms]) await link.ask('join-rooms', [room]);
      return { name, link };
    }),
  );
  for (const victim of victims) attempts.record(await writeAll(world, victim));
  await rows.settle();
  await wait(DELAYED_MS);
  let pushes = 0;
  for (const { name, link } of links) {
    pushes += link.frames.length;
    for (const { name: push, payload } of link.frames)
      attempts.record(canaries.find(JSON.stringify(payload), name).map((what) => `${push} at ${name} showed ${what}`));
    link.close();
  }
  attempts.record(pushes > 0 ? [] : ['the pushes were not tried: no attacker received any']);
  attempts.notes.push(`the attackers received ${pushes} pushes while the victims wrote`);
}

/** Writes as a victim what some may read and what no attacker may. Returns the writes that failed. */
async function writeAll({ victims, canaries }: World, victim: World['victims'][number]): Promise<string[]> {
  const { client, ids } = victim;
  const other = victims.find((one) => one !== victim) ?? victim;
  const text = (what: string, readers = READERS): string => canaries.hide(`${what} of ${victim.username}`, readers);
  const hidden = (what: string): string => text(what, []);
  const writes: [line: string, body: object][] = [
    [`PATCH /api/posts/${ids.post}`, { content: text('an edited post') }],
    ['POST /api/posts', { content: text('a new post') }],
    ['POST /api/comments', { postId: ids.post, content: text('a new comment') }],
    [
      `PATCH /api/events/${ids.event}`,
      { title: text('an edited event'), joinUrl: `https://a.example/${hidden('a link')}` },
    ],
    ['POST /api/messages', { receiverId: other.ids.user, clientId: randomUUID(), content: hidden('a new message') }],
    ['PUT /api/drafts/post', { body: hidden('a new draft') }],
    ['PATCH /api/privacy', { presence: true }],
  ];
  const failed: string[] = [];
  for (const [line, body] of writes) {
    const [method = '', path = ''] = line.split(' ');
    const { status } = await client.send(method, path, { body });
    if (status >= 300) failed.push(`the pushes of ${line} were not tried: ${status}`);
  }
  return failed;
}
