import { describe, expect, it } from 'vitest';
import { check, FLAWS, type Evidence } from './checker.ts';
import type { HeardEvent } from './journal.ts';

/** Ada writes three messages to Ben from one device, Ben reads two; all four devices heard all of it. */
function whole(): { [Key in keyof Evidence]: Evidence[Key][number][] } {
  const tags = ['a>ben#1', 'a>ben#2', 'a>ben#3'];
  const heard = (): HeardEvent[] => [
    ...tags.map((tag, index): HeardEvent => ({
      seq: index + 1,
      name: 'new-message',
      messageId: `m${index + 1}`,
      tag,
      conversationId: 'c',
      conversationSeq: index + 1,
    })),
    { seq: 4, name: 'message-read', readerId: 'ben', conversationId: 'c', upToSeq: 2 },
  ];
  const device = (name: string, userId: string) => ({ name, userId, startedAt: 0, cursor: 4, heard: heard() });
  const stream = (userId: string) => [
    ...tags.map((_tag, index) => ({ userId, seq: index + 1, kind: 'new-message', subject: `m${index + 1}` })),
    { userId, seq: 4, kind: 'message-read', subject: 'ben c 2' },
  ];
  return {
    sent: tags.map((tag, index) => ({
      tag,
      device: 'a',
      senderId: 'ada',
      receiverId: 'ben',
      turn: index + 1,
      ack: { id: `m${index + 1}`, conversationId: 'c', conversationSeq: index + 1 },
    })),
    devices: [device('a', 'ada'), device('a2', 'ada'), device('b', 'ben'), device('b2', 'ben')],
    messages: tags.map((tag, index) => ({
      id: `m${index + 1}`,
      tag,
      senderId: 'ada',
      conversationId: 'c',
      conversationSeq: index + 1,
    })),
    conversations: [{ id: 'c', lastSeq: 3 }],
    events: [...stream('ada'), ...stream('ben')],
    streams: [
      { userId: 'ada', lastSeq: 4 },
      { userId: 'ben', lastSeq: 4 },
    ],
    cursors: [{ userId: 'ben', peerId: 'ada', conversationId: 'c', seq: 2 }],
    reads: [
      { userId: 'ben', peerId: 'ada', upToSeq: 2 },
      { userId: 'ben', peerId: 'ada', upToSeq: 1 },
    ],
  };
}

type Whole = ReturnType<typeof whole>;

function flawsOf(plant: (evidence: Whole) => void): string[] {
  const evidence = whole();
  plant(evidence);
  const { counts } = check(evidence);
  return FLAWS.filter((flaw) => counts[flaw] > 0);
}

function heardBy(evidence: Whole, name: string): HeardEvent[] {
  const device = evidence.devices.find((one) => one.name === name);
  if (!device) throw new Error(`no device ${name}`);
  return device.heard as HeardEvent[];
}

function at<T>(items: T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new Error(`nothing at ${index}`);
  return item;
}

it('finds nothing where nothing is wrong, nor in a message that was never acknowledged and is not there', () => {
  expect(flawsOf(() => undefined)).toEqual([]);
  expect(
    flawsOf(({ sent }) =>
      sent.push({ tag: 'a>ben#4', device: 'a', senderId: 'ada', receiverId: 'ben', turn: 4, ack: null }),
    ),
  ).toEqual([]);
});

describe('what is stored', () => {
  it.each<[string, (evidence: Whole) => void, string[]]>([
    [
      'an acknowledged message that is gone, with its place taken back',
      (e) => {
        e.messages.pop();
        at(e.conversations, 0).lastSeq = 2;
      },
      ['lost'],
    ],
    ['an acknowledged message that is gone from the middle', (e) => e.messages.splice(1, 1), ['lost', 'gaps']],
    ['other words under the acknowledged id', (e) => (at(e.messages, 2).tag = 'a>ben#9'), ['lost']],
    [
      'a message that is there twice under two ids',
      (e) => {
        e.messages.push({ id: 'm4', tag: 'a>ben#3', senderId: 'ada', conversationId: 'c', conversationSeq: 4 });
        at(e.conversations, 0).lastSeq = 4;
      },
      ['doubled'],
    ],
    ['two messages at one place', (e) => (at(e.messages, 2).conversationSeq = 2), ['order errors', 'doubled', 'gaps']],
    ['a place that no message took', (e) => (at(e.conversations, 0).lastSeq = 4), ['gaps']],
    [
      'another place than was acknowledged',
      (e) => (at(e.sent, 0).ack = { id: 'm1', conversationId: 'c', conversationSeq: 2 }),
      ['order errors'],
    ],
    [
      'what one device wrote first behind what it wrote then',
      (e) => {
        [at(e.messages, 0).conversationSeq, at(e.messages, 1).conversationSeq] = [2, 1];
      },
      ['order errors'],
    ],
    ['a stream with a hole', (e) => e.events.splice(1, 1), ['gaps', 'order errors']],
    ['a stream whose end is behind its events', (e) => (at(e.streams, 0).lastSeq = 3), ['cursors apart']],
    [
      'a read mark that was acknowledged and is gone',
      (e) => e.reads.push({ userId: 'ben', peerId: 'ada', upToSeq: 3 }),
      ['lost reads'],
    ],
    [
      'a read cursor behind what its devices were told',
      (e) => {
        at(e.cursors, 0).seq = 1;
        e.reads.splice(0, 1);
      },
      ['read cursors back'],
    ],
  ])('finds %s', (_name, plant, found) => {
    expect(flawsOf(plant).toSorted()).toEqual(found.toSorted());
  });
});

describe('what a device heard', () => {
  it.each<[string, (evidence: Whole) => void, string[]]>([
    ['an event that never came', (e) => heardBy(e, 'b2').pop(), ['gaps']],
    ['an event that came twice', (e) => heardBy(e, 'b').push(at(heardBy(e, 'b'), 3)), ['doubled', 'read cursors back']],
    [
      'a message that came again under another place of the stream',
      (e) => {
        heardBy(e, 'b').push({
          seq: 5,
          name: 'new-message',
          messageId: 'm3',
          tag: 'a>ben#3',
          conversationId: 'c',
          conversationSeq: 4,
        });
      },
      ['doubled', 'order errors'],
    ],
    [
      'events in another order',
      (e) => heardBy(e, 'a2').splice(0, 2, ...heardBy(e, 'a2').slice(0, 2).toReversed()),
      ['order errors'],
    ],
    [
      'another event than is stored',
      (e) =>
        heardBy(e, 'b').splice(3, 1, {
          seq: 4,
          name: 'message-read',
          readerId: 'ben',
          conversationId: 'c',
          upToSeq: 3,
        }),
      ['order errors', 'read cursors back'],
    ],
    [
      'a read cursor that went back',
      (e) => {
        for (const { name } of e.devices)
          heardBy(e, name).push({ seq: 5, name: 'message-read', readerId: 'ben', conversationId: 'c', upToSeq: 1 });
        for (const device of e.devices) device.cursor = 5;
        for (const stream of e.streams) stream.lastSeq = 5;
        for (const userId of ['ada', 'ben'])
          e.events.push({ userId, seq: 5, kind: 'message-read', subject: 'ben c 1' });
        at(e.cursors, 0).seq = 1;
        e.reads.splice(0, 1);
      },
      ['read cursors back'],
    ],
    ['a device that stands elsewhere than the server', (e) => (at(e.devices, 0).cursor = 3), ['cursors apart']],
  ])('finds %s', (_name, plant, found) => {
    expect(flawsOf(plant).toSorted()).toEqual(found.toSorted());
  });

  it('lets a device begin later in the stream', () => {
    expect(
      flawsOf((e) => {
        at(e.devices, 1).startedAt = 2;
        heardBy(e, 'a2').splice(0, 2);
      }),
    ).toEqual([]);
  });
});

it('counts each flaw and shows the first ones in words', () => {
  const evidence = whole();
  evidence.messages.length = 0;
  at(evidence.conversations, 0).lastSeq = 0;
  const { counts, examples } = check(evidence);
  expect(counts.lost).toBe(3);
  expect(examples[0]).toBe('lost: a>ben#1, acknowledged as m1');
});
