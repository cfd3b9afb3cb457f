import { describe, expect, it } from 'vitest';
import { check, FLAWS, type Evidence } from './checker.ts';
import type { ReceivedEvent } from './journal.ts';

/** Ada sends Ben three messages from one device, Ben reads two; all four devices received every event. */
function whole(): { [Key in keyof Evidence]: Evidence[Key][number][] } {
  const tags = ['a>ben#1', 'a>ben#2', 'a>ben#3'];
  const received = (): ReceivedEvent[] => [
    ...tags.map((tag, index): ReceivedEvent => ({
      seq: index + 1,
      name: 'new-message',
      messageId: `m${index + 1}`,
      tag,
      conversationId: 'c',
      conversationSeq: index + 1,
    })),
    { seq: 4, name: 'message-read', readerId: 'ben', conversationId: 'c', upToSeq: 2 },
  ];
  const device = (name: string, userId: string) => ({ name, userId, startedAt: 0, cursor: 4, received: received() });
  const stream = (userId: string) => [
    ...tags.map((_tag, index) => ({
      userId,
      seq: index + 1,
      kind: 'new-message',
      subject: `m${index + 1}`,
      isGone: false,
    })),
    { userId, seq: 4, kind: 'message-read', subject: 'ben c 2', isGone: false },
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
    logs: [
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

function receivedBy(evidence: Whole, name: string): ReceivedEvent[] {
  const device = evidence.devices.find((one) => one.name === name);
  if (!device) throw new Error(`no device ${name}`);
  return device.received as ReceivedEvent[];
}

function at<T>(items: T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new Error(`nothing at ${index}`);
  return item;
}

it('finds nothing in a correct run, nor in a missing message that was never acknowledged', () => {
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
      'a lost acknowledged message whose sequence number was taken back',
      (e) => {
        e.messages.pop();
        at(e.conversations, 0).lastSeq = 2;
      },
      ['lost'],
    ],
    ['a lost acknowledged message in the middle', (e) => e.messages.splice(1, 1), ['lost', 'gaps']],
    ['another content under the acknowledged id', (e) => (at(e.messages, 2).tag = 'a>ben#9'), ['lost']],
    [
      'a message stored twice under two ids',
      (e) => {
        e.messages.push({ id: 'm4', tag: 'a>ben#3', senderId: 'ada', conversationId: 'c', conversationSeq: 4 });
        at(e.conversations, 0).lastSeq = 4;
      },
      ['doubled'],
    ],
    [
      'two messages with one sequence number',
      (e) => (at(e.messages, 2).conversationSeq = 2),
      ['order errors', 'doubled', 'gaps'],
    ],
    ['a sequence number without a message', (e) => (at(e.conversations, 0).lastSeq = 4), ['gaps']],
    [
      'another sequence number than acknowledged',
      (e) => (at(e.sent, 0).ack = { id: 'm1', conversationId: 'c', conversationSeq: 2 }),
      ['order errors'],
    ],
    [
      'messages of one device in reverse order',
      (e) => {
        [at(e.messages, 0).conversationSeq, at(e.messages, 1).conversationSeq] = [2, 1];
      },
      ['order errors'],
    ],
    ['a user log with a gap', (e) => e.events.splice(1, 1), ['gaps', 'order errors']],
    ['a user log that ends before its last entry', (e) => (at(e.logs, 0).lastSeq = 3), ['cursors apart']],
    [
      'a lost acknowledged read mark',
      (e) => e.reads.push({ userId: 'ben', peerId: 'ada', upToSeq: 3 }),
      ['lost reads'],
    ],
    [
      'a read cursor behind what its devices received',
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

describe('what a device received', () => {
  it.each<[string, (evidence: Whole) => void, string[]]>([
    ['an event that never arrived', (e) => receivedBy(e, 'b2').pop(), ['gaps']],
    [
      'an event that arrived twice',
      (e) => receivedBy(e, 'b').push(at(receivedBy(e, 'b'), 3)),
      ['doubled', 'read cursors back'],
    ],
    [
      'a message that arrived again under another sequence number',
      (e) => {
        receivedBy(e, 'b').push({
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
      (e) => receivedBy(e, 'a2').splice(0, 2, ...receivedBy(e, 'a2').slice(0, 2).toReversed()),
      ['order errors'],
    ],
    [
      'an event that differs from the stored one',
      (e) =>
        receivedBy(e, 'b').splice(3, 1, {
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
          receivedBy(e, name).push({ seq: 5, name: 'message-read', readerId: 'ben', conversationId: 'c', upToSeq: 1 });
        for (const device of e.devices) device.cursor = 5;
        for (const stream of e.logs) stream.lastSeq = 5;
        for (const userId of ['ada', 'ben'])
          e.events.push({ userId, seq: 5, kind: 'message-read', subject: 'ben c 1', isGone: false });
        at(e.cursors, 0).seq = 1;
        e.reads.splice(0, 1);
      },
      ['read cursors back'],
    ],
    ['a device whose cursor differs from the server', (e) => (at(e.devices, 0).cursor = 3), ['cursors apart']],
  ])('finds %s', (_name, plant, found) => {
    expect(flawsOf(plant).toSorted()).toEqual(found.toSorted());
  });

  it('accepts a device that starts later in the log', () => {
    expect(
      flawsOf((e) => {
        at(e.devices, 1).startedAt = 2;
        receivedBy(e, 'a2').splice(0, 2);
      }),
    ).toEqual([]);
  });
});

it('accepts an event that never arrived because its record was deleted', () => {
  const flaws = flawsOf((e) => {
    for (const { name } of e.devices) receivedBy(e, name).pop();
    for (const event of e.events) event.isGone = event.seq === 4;
  });
  expect(flaws).toEqual([]);
});

it('counts each flaw and describes the first ones', () => {
  const evidence = whole();
  evidence.messages.length = 0;
  at(evidence.conversations, 0).lastSeq = 0;
  const { counts, examples } = check(evidence);
  expect(counts.lost).toBe(3);
  expect(examples[0]).toBe('lost: a>ben#1, acknowledged as m1');
});
