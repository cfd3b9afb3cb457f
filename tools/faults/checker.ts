import type { AcknowledgedRead, ReceivedEvent, SentMessage } from './journal.ts';

/** A stored message. */
export interface StoredMessage {
  id: string;
  tag: string;
  senderId: string;
  conversationId: string;
  conversationSeq: number;
}

/** A stored entry of a user log; `subject` is the message's id, or the position that was read up to. */
export interface StoredEvent {
  userId: string;
  seq: number;
  kind: string;
  subject: string;
  /** Its record was deleted since, so that a device that missed it receives nothing. */
  isGone: boolean;
}

/** A stored read cursor. */
export interface StoredCursor {
  userId: string;
  peerId: string;
  conversationId: string;
  seq: number;
}

/** The records that are compared at the end of a run. */
export interface Evidence {
  sent: readonly SentMessage[];
  /**
   * What each device received, in order. `startedAt` is the sequence number at the start of its session, `cursor` the
   * result of a last sync.
   */
  devices: readonly {
    name: string;
    userId: string;
    startedAt: number;
    cursor: number;
    received: readonly ReceivedEvent[];
  }[];
  messages: readonly StoredMessage[];
  conversations: readonly { id: string; lastSeq: number }[];
  events: readonly StoredEvent[];
  logs: readonly { userId: string; lastSeq: number }[];
  cursors: readonly StoredCursor[];
  reads: readonly AcknowledgedRead[];
}

/** Kinds of broken promises, as docs/delivery.md lists them. */
export const FLAWS = [
  'lost',
  'doubled',
  'gaps',
  'order errors',
  'lost reads',
  'read cursors back',
  'cursors apart',
] as const;
/** One of {@link FLAWS}. */
type Flaw = (typeof FLAWS)[number];

/** Result of a check: how often each promise was broken, with examples. */
export interface Findings {
  counts: Record<Flaw, number>;
  examples: string[];
}

const EXAMPLES_MAX = 20;

type Report = (flaw: Flaw, what: string) => void;

/** Compares what was acknowledged, what is stored and what each device received. */
export function check(evidence: Evidence): Findings {
  const counts = Object.fromEntries(FLAWS.map((flaw) => [flaw, 0])) as Record<Flaw, number>;
  const examples: string[] = [];
  const report: Report = (flaw, what) => {
    counts[flaw] += 1;
    if (examples.length < EXAMPLES_MAX) examples.push(`${flaw}: ${what}`);
  };
  checkSent(evidence, report);
  checkConversations(evidence, report);
  checkLogs(evidence, report);
  for (const device of evidence.devices) checkDevice(device, evidence, report);
  checkReads(evidence, report);
  return { counts, examples };
}

/** Promises 1 and 2: every acknowledged message is stored as acknowledged, and no message is stored twice. */
function checkSent({ sent, messages }: Evidence, report: Report): void {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const copies = Map.groupBy(messages, ({ tag }) => tag);
  for (const { tag, ack } of sent) {
    const found = ack === null ? undefined : byId.get(ack.id);
    if (ack !== null && (found === undefined || found.tag !== tag)) report('lost', `${tag}, acknowledged as ${ack.id}`);
    else if (
      ack !== null &&
      found &&
      (found.conversationId !== ack.conversationId || found.conversationSeq !== ack.conversationSeq)
    ) {
      report(
        'order errors',
        `${tag} was acknowledged as number ${ack.conversationSeq} and is stored as ${found.conversationSeq}`,
      );
    }
    for (const extra of copies.get(tag)?.slice(1) ?? []) report('doubled', `${tag} again as ${extra.id}`);
  }
}

/**
 * Promise 3: sequence numbers of a conversation are 1, 2, 3 without a gap, and messages of one device to one member
 * keep the order in which they were sent.
 */
function checkConversations({ sent, messages, conversations }: Evidence, report: Report): void {
  const sentBy = new Map(sent.map((message) => [message.tag, message]));
  const inConversation = Map.groupBy(messages, ({ conversationId }) => conversationId);
  for (const { id, lastSeq } of conversations) {
    const numbers = (inConversation.get(id) ?? []).toSorted((a, b) => a.conversationSeq - b.conversationSeq);
    checkDense(
      `conversation ${id}`,
      { numbers: numbers.map(({ conversationSeq }) => conversationSeq), last: lastSeq },
      report,
    );
    const turns = new Map<string, number>();
    for (const { tag } of numbers) {
      const message = sentBy.get(tag);
      if (!message) continue;
      const before = turns.get(message.device) ?? 0;
      if (message.turn < before) report('order errors', `${tag} is stored after message ${before} of its device`);
      turns.set(message.device, Math.max(before, message.turn));
    }
  }
}

/** Promise 4: a user log has every sequence number from 1 to its last. */
function checkLogs({ events, logs }: Evidence, report: Report): void {
  const ofUser = Map.groupBy(events, ({ userId }) => userId);
  for (const { userId, lastSeq } of logs) {
    const numbers = (ofUser.get(userId) ?? []).map(({ seq }) => seq).toSorted((a, b) => a - b);
    checkDense(`log of ${userId}`, { numbers, last: lastSeq }, report);
  }
}

function checkDense(of: string, { numbers, last }: { numbers: readonly number[]; last: number }, report: Report): void {
  let expected = 1;
  for (const number of numbers) {
    if (number < expected) report('doubled', `number ${number} of ${of}`);
    for (; expected < number; expected += 1) report('gaps', `number ${expected} of ${of}`);
    expected = Math.max(expected, number + 1);
  }
  for (; expected <= last; expected += 1) report('gaps', `number ${expected} of ${of}`);
  if (last < expected - 1)
    report('cursors apart', `the last number of ${of} is ${last}, the last entry ${expected - 1}`);
}

/**
 * Promises 3, 4 and 6: a device received each entry of its member's log once, in order and as stored; its cursor is the
 * server's.
 */
function checkDevice(device: Evidence['devices'][number], { events, logs }: Evidence, report: Report): void {
  const { name, userId, startedAt, received, cursor } = device;
  const stored = new Map(events.filter((event) => event.userId === userId).map((event) => [event.seq, event]));
  const last = logs.find((stream) => stream.userId === userId)?.lastSeq ?? 0;
  const seqs = new Set<number>();
  const messages = new Set<string>();
  let before = startedAt;
  for (const event of received) {
    if (seqs.has(event.seq)) report('doubled', `${name} received ${event.seq} twice`);
    else if (event.seq < before) report('order errors', `${name} received ${event.seq} after ${before}`);
    seqs.add(event.seq);
    before = Math.max(before, event.seq);
    if (event.name === 'new-message') {
      if (messages.has(event.messageId)) report('doubled', `${name} received ${event.tag} twice`);
      messages.add(event.messageId);
    }
    const found = stored.get(event.seq);
    if (found?.kind !== (event.name === 'other' ? event.kind : event.name) || found.subject !== subjectOf(event))
      report('order errors', `${name} received another event at ${event.seq} than is stored`);
  }
  for (const { seq, isGone } of stored.values())
    if (seq > startedAt && !isGone && !seqs.has(seq)) report('gaps', `${name} never received ${seq}`);
  if (cursor !== last) report('cursors apart', `the cursor of ${name} is ${cursor}, the server's ${last}`);
  checkOrder(device, report);
}

/** Checks the order of messages and read marks of each conversation, as one device received them. */
function checkOrder({ name, received }: Evidence['devices'][number], report: Report): void {
  const numbers = new Map<string, number>();
  const cursors = new Map<string, number>();
  for (const event of received) {
    if (event.name === 'new-message') {
      const before = numbers.get(event.conversationId);
      if (before !== undefined && event.conversationSeq !== before + 1)
        report(
          'order errors',
          `${name} received number ${event.conversationSeq} of ${event.conversationId} after ${before}`,
        );
      numbers.set(event.conversationId, event.conversationSeq);
    }
    if (event.name !== 'message-read') continue;
    const line = `${event.readerId} in ${event.conversationId}`;
    const before = cursors.get(line) ?? 0;
    if (event.upToSeq <= before)
      report('read cursors back', `${name} received ${event.upToSeq} of ${line} after ${before}`);
    cursors.set(line, Math.max(before, event.upToSeq));
  }
}

/** Returns the subject of an event, comparable with the stored one. */
export function subjectOf(event: ReceivedEvent): string {
  if (event.name === 'other') return '';
  return event.name === 'new-message' ? event.messageId : `${event.readerId} ${event.conversationId} ${event.upToSeq}`;
}

/** Promise 6: acknowledged read marks are stored, and no cursor is behind what its devices received last. */
function checkReads({ reads, cursors, devices }: Evidence, report: Report): void {
  const atPeer = new Map(cursors.map(({ userId, peerId, seq }) => [`${userId} ${peerId}`, seq]));
  for (const { userId, peerId, upToSeq } of reads) {
    const found = atPeer.get(`${userId} ${peerId}`) ?? 0;
    if (found < upToSeq) report('lost reads', `${userId} had read ${peerId} up to ${upToSeq}; ${found} is stored`);
  }
  const stored = new Map(cursors.map(({ userId, conversationId, seq }) => [`${userId} ${conversationId}`, seq]));
  for (const { name, userId, received } of devices) {
    const last = new Map<string, number>();
    for (const event of received)
      if (event.name === 'message-read' && event.readerId === userId)
        last.set(`${userId} ${event.conversationId}`, event.upToSeq);
    for (const [line, upToSeq] of last)
      if (stored.get(line) !== upToSeq)
        report('read cursors back', `${name} received ${upToSeq} of ${line}; ${stored.get(line) ?? 0} is stored`);
  }
}
