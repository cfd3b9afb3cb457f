import type { AcknowledgedRead, HeardEvent, SentMessage } from './journal.ts';

/** A message as the database holds it. */
export interface StoredMessage {
  id: string;
  tag: string;
  senderId: string;
  conversationId: string;
  conversationSeq: number;
}

/** An event of a person's stream as the database holds it; `subject` is the message's id, or what was read up to. */
export interface StoredEvent {
  userId: string;
  seq: number;
  kind: string;
  subject: string;
}

/** A read cursor as the database holds it. */
export interface StoredCursor {
  userId: string;
  peerId: string;
  conversationId: string;
  seq: number;
}

/** All that is checked at the end of a run. */
export interface Evidence {
  sent: readonly SentMessage[];
  /**
   * What each device heard, in its order. `startedAt` is the place in the stream its session began with, `cursor` what
   * a last sync answered.
   */
  devices: readonly { name: string; userId: string; startedAt: number; cursor: number; heard: readonly HeardEvent[] }[];
  messages: readonly StoredMessage[];
  conversations: readonly { id: string; lastSeq: number }[];
  events: readonly StoredEvent[];
  streams: readonly { userId: string; lastSeq: number }[];
  cursors: readonly StoredCursor[];
  reads: readonly AcknowledgedRead[];
}

/** Kinds of broken promises. */
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
export type Flaw = (typeof FLAWS)[number];

/** What a check found: how often each promise was broken, and the first of them in words. */
export interface Findings {
  counts: Record<Flaw, number>;
  examples: string[];
}

const EXAMPLES_MAX = 20;

type Report = (flaw: Flaw, what: string) => void;

/** Checks P1 to P4 and P6 of trust.md 1.1 against the database and every device. */
export function check(evidence: Evidence): Findings {
  const counts = Object.fromEntries(FLAWS.map((flaw) => [flaw, 0])) as Record<Flaw, number>;
  const examples: string[] = [];
  const report: Report = (flaw, what) => {
    counts[flaw] += 1;
    if (examples.length < EXAMPLES_MAX) examples.push(`${flaw}: ${what}`);
  };
  checkSent(evidence, report);
  checkConversations(evidence, report);
  checkStreams(evidence, report);
  for (const device of evidence.devices) checkDevice(device, evidence, report);
  checkReads(evidence, report);
  return { counts, examples };
}

/** P1 and P2: what was acknowledged is there as it was acknowledged, and nothing is there twice. */
function checkSent({ sent, messages }: Evidence, report: Report): void {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const copies = Map.groupBy(messages, ({ tag }) => tag);
  for (const { tag, ack } of sent) {
    const held = ack === null ? undefined : byId.get(ack.id);
    if (ack !== null && (held === undefined || held.tag !== tag)) report('lost', `${tag}, acknowledged as ${ack.id}`);
    else if (
      ack !== null &&
      held &&
      (held.conversationId !== ack.conversationId || held.conversationSeq !== ack.conversationSeq)
    ) {
      report(
        'order errors',
        `${tag} was acknowledged at place ${ack.conversationSeq} and stands at ${held.conversationSeq}`,
      );
    }
    for (const extra of copies.get(tag)?.slice(1) ?? []) report('doubled', `${tag} again as ${extra.id}`);
  }
}

/**
 * P3: places in a conversation are 1, 2, 3 to the last, and what one device sent to one person stands in the order it
 * was written.
 */
function checkConversations({ sent, messages, conversations }: Evidence, report: Report): void {
  const sentBy = new Map(sent.map((message) => [message.tag, message]));
  const inConversation = Map.groupBy(messages, ({ conversationId }) => conversationId);
  for (const { id, lastSeq } of conversations) {
    const places = (inConversation.get(id) ?? []).toSorted((a, b) => a.conversationSeq - b.conversationSeq);
    checkDense(
      `conversation ${id}`,
      { places: places.map(({ conversationSeq }) => conversationSeq), last: lastSeq },
      report,
    );
    const turns = new Map<string, number>();
    for (const { tag } of places) {
      const message = sentBy.get(tag);
      if (!message) continue;
      const before = turns.get(message.device) ?? 0;
      if (message.turn < before) report('order errors', `${tag} stands behind turn ${before}`);
      turns.set(message.device, Math.max(before, message.turn));
    }
  }
}

/** P4: a person's stream has every place from 1 to its last. */
function checkStreams({ events, streams }: Evidence, report: Report): void {
  const ofUser = Map.groupBy(events, ({ userId }) => userId);
  for (const { userId, lastSeq } of streams) {
    const places = (ofUser.get(userId) ?? []).map(({ seq }) => seq).toSorted((a, b) => a - b);
    checkDense(`stream of ${userId}`, { places, last: lastSeq }, report);
  }
}

function checkDense(of: string, { places, last }: { places: readonly number[]; last: number }, report: Report): void {
  let expected = 1;
  for (const place of places) {
    if (place < expected) report('doubled', `place ${place} of ${of}`);
    for (; expected < place; expected += 1) report('gaps', `place ${expected} of ${of}`);
    expected = Math.max(expected, place + 1);
  }
  for (; expected <= last; expected += 1) report('gaps', `place ${expected} of ${of}`);
  if (last < expected - 1) report('cursors apart', `${of} says ${last} and holds ${expected - 1}`);
}

/**
 * P3, P4 and P6: a device heard each event of its person's stream once, in order, and as it is stored; it stands where
 * the server does.
 */
function checkDevice(device: Evidence['devices'][number], { events, streams }: Evidence, report: Report): void {
  const { name, userId, startedAt, heard, cursor } = device;
  const stored = new Map(events.filter((event) => event.userId === userId).map((event) => [event.seq, event]));
  const last = streams.find((stream) => stream.userId === userId)?.lastSeq ?? 0;
  const seen = new Set<number>();
  const messages = new Set<string>();
  let before = startedAt;
  for (const event of heard) {
    if (seen.has(event.seq)) report('doubled', `${name} heard ${event.seq} twice`);
    else if (event.seq < before) report('order errors', `${name} heard ${event.seq} after ${before}`);
    seen.add(event.seq);
    before = Math.max(before, event.seq);
    if (event.name === 'new-message') {
      if (messages.has(event.messageId)) report('doubled', `${name} heard ${event.tag} twice`);
      messages.add(event.messageId);
    }
    const held = stored.get(event.seq);
    if (held?.kind !== (event.name === 'other' ? event.kind : event.name) || held.subject !== subjectOf(event))
      report('order errors', `${name} heard another event at ${event.seq} than is stored`);
  }
  for (const { seq } of stored.values())
    if (seq > startedAt && !seen.has(seq)) report('gaps', `${name} never heard ${seq}`);
  if (cursor !== last) report('cursors apart', `${name} stands at ${cursor}, the server at ${last}`);
  checkPlaces(device, report);
}

/** The order of a conversation, and of what is read in it, as one device was told of it. */
function checkPlaces({ name, heard }: Evidence['devices'][number], report: Report): void {
  const places = new Map<string, number>();
  const cursors = new Map<string, number>();
  for (const event of heard) {
    if (event.name === 'new-message') {
      const before = places.get(event.conversationId);
      if (before !== undefined && event.conversationSeq !== before + 1)
        report(
          'order errors',
          `${name} heard place ${event.conversationSeq} of ${event.conversationId} after ${before}`,
        );
      places.set(event.conversationId, event.conversationSeq);
    }
    if (event.name !== 'message-read') continue;
    const line = `${event.readerId} in ${event.conversationId}`;
    const before = cursors.get(line) ?? 0;
    if (event.upToSeq <= before)
      report('read cursors back', `${name} heard ${event.upToSeq} of ${line} after ${before}`);
    cursors.set(line, Math.max(before, event.upToSeq));
  }
}

/** What names the subject of an event on both sides. */
export function subjectOf(event: HeardEvent): string {
  if (event.name === 'other') return '';
  return event.name === 'new-message' ? event.messageId : `${event.readerId} ${event.conversationId} ${event.upToSeq}`;
}

/** P6: a read mark that was acknowledged holds, and no cursor stands behind what its devices were told last. */
function checkReads({ reads, cursors, devices }: Evidence, report: Report): void {
  const atPeer = new Map(cursors.map(({ userId, peerId, seq }) => [`${userId} ${peerId}`, seq]));
  for (const { userId, peerId, upToSeq } of reads) {
    const held = atPeer.get(`${userId} ${peerId}`) ?? 0;
    if (held < upToSeq) report('lost reads', `${userId} had read ${peerId} up to ${upToSeq}; ${held} is stored`);
  }
  const stored = new Map(cursors.map(({ userId, conversationId, seq }) => [`${userId} ${conversationId}`, seq]));
  for (const { name, userId, heard } of devices) {
    const last = new Map<string, number>();
    for (const event of heard)
      if (event.name === 'message-read' && event.readerId === userId)
        last.set(`${userId} ${event.conversationId}`, event.upToSeq);
    for (const [line, upToSeq] of last)
      if (stored.get(line) !== upToSeq)
        report('read cursors back', `${name} was told ${upToSeq} of ${line}; ${stored.get(line) ?? 0} is stored`);
  }
}
