import type { UnsentReply, UnsentTexts } from '#shared/bridge/accounts.ts';
import type { Ack } from '#shared/realtime/contract.ts';
import type { MessageView } from '#shared/api/messages.ts';
import type { NotificationPreview } from '#shared/bridge/desktop.ts';

/** What decides whether and how a message of one member is shown. */
export interface MessageFacts {
  /** Full name of the sender. */
  name: string;
  /** True when the conversation is muted. */
  isMuted: boolean;
  /** False when a switch of the member turns notifications of messages off, or quiet hours apply. */
  isWanted: boolean;
  /** True for a message request that the member has not answered; it cannot be replied to from the notification. */
  isRequest: boolean;
  hasSound: boolean;
  /** Path of the conversation in the app. */
  path: string;
}

/** A notification of the system about one conversation. */
export interface MessageAlert {
  conversationId: string;
  title: string;
  body: string;
  canReply: boolean;
  isSilent: boolean;
}

/** What the alerts depend on. */
export interface MessageAlertPorts {
  /** True while a window of the app has the focus; its page shows a toast instead. */
  isInFront: () => boolean;
  isDoNotDisturb: () => boolean;
  preview: () => NotificationPreview;
  /** Loads the facts about the conversation with a member; null when they cannot be loaded. */
  load: (peerId: string) => Promise<MessageFacts | null>;
  /** Shows the alert in the place of the one of the same conversation. */
  show: (alert: MessageAlert) => void;
  close: (conversationId: string) => void;
  openPath: (path: string) => void;
  /** Sends a message; a repeat with the same client id is stored once. */
  send: (receiverId: string, message: { clientId: string; content: string }) => Promise<Ack>;
  /** Marks a conversation as read up to a sequence number. */
  markRead: (peerId: string, upToSeq: number) => Promise<void>;
  /** Shows that a reply was refused. */
  showRefused: (conversationId: string, facts: MessageFacts) => void;
  newId: () => string;
  now: () => Date;
  /** The signed-in user; null without one. */
  userId: () => string | null;
  /** Stores the replies of a user that the server has not acknowledged. Replaces those stored before. */
  storeReplies: (userId: string, replies: UnsentTexts) => void;
}

interface Shown {
  peerId: string;
  facts: MessageFacts;
  /** Unread messages since the alert first appeared, oldest first. */
  messages: MessageView[];
}

interface Reply {
  /** The user who replied. */
  userId: string;
  createdAt: string;
  receiverId: string;
  clientId: string;
  content: string;
  conversationId: string;
  upToSeq: number;
  facts: MessageFacts;
}

/** Codes with which a reply is sent again later. */
const PASSING = new Set(['UNAVAILABLE', 'RATE_LIMITED']);

/**
 * The system notifications of new messages: one per conversation, which counts its messages, until they are read. A
 * reply is stored until the server has acknowledged it, and is always sent with the same client id.
 */
export class MessageAlerts {
  private readonly ports: MessageAlertPorts;
  private readonly shown = new Map<string, Shown>();
  /** Sequence numbers up to which conversations were read meanwhile. */
  private readonly read = new Map<string, number>();
  private replies: Reply[] = [];
  private isSending = false;
  /** Counts sign-ins, so that what was loaded for the former user is not shown. */
  private session = 0;

  constructor(ports: MessageAlertPorts) {
    this.ports = ports;
  }

  /** Handles a new message to the user; ignores one that is read or deleted, and those of calls. */
  async onMessage(message: MessageView): Promise<void> {
    const { conversationId, senderId } = message;
    if (senderId === null || message.kind === 'call' || this.isOver(message) || this.isHeldBack()) return;
    const { session } = this;
    const facts = await this.ports.load(senderId);
    if (session !== this.session || facts === null || facts.isMuted || !facts.isWanted) return;
    // It may have been read, or the window focused, while the facts were loaded.
    if (this.isOver(message) || this.isHeldBack()) return;
    const others = this.shown.get(conversationId)?.messages.filter(({ id }) => id !== message.id) ?? [];
    const messages = [...others, message].toSorted((a, b) => a.conversationSeq - b.conversationSeq);
    this.put(conversationId, { peerId: senderId, facts, messages }, facts.hasSound);
  }

  /** Handles an edited or deleted message. */
  onChanged(message: MessageView): void {
    const shown = this.shown.get(message.conversationId);
    if (!shown?.messages.some(({ id }) => id === message.id)) return;
    const messages = shown.messages.flatMap((one) =>
      one.id !== message.id ? [one] : message.deletedAt === null ? [message] : [],
    );
    if (messages.length === 0) this.close(message.conversationId);
    else this.put(message.conversationId, { ...shown, messages }, false);
  }

  /** Handles that the user has read a conversation, on any device. */
  onRead(conversationId: string, upToSeq: number): void {
    this.read.set(conversationId, Math.max(upToSeq, this.read.get(conversationId) ?? 0));
    const shown = this.shown.get(conversationId);
    if (!shown) return;
    const messages = shown.messages.filter((message) => !this.isOver(message));
    if (messages.length === 0) this.close(conversationId);
    else if (messages.length < shown.messages.length) this.put(conversationId, { ...shown, messages }, false);
  }

  /** Opens the conversation of an alert, which disappears. */
  open(conversationId: string): void {
    const shown = this.shown.get(conversationId);
    if (!shown) return;
    this.close(conversationId);
    this.ports.openPath(shown.facts.path);
  }

  /** Replies to an alert, which disappears. An empty reply only opens the conversation. */
  reply(conversationId: string, text: string): void {
    const shown = this.shown.get(conversationId);
    const userId = this.ports.userId();
    if (!shown || userId === null) return;
    const content = text.trim();
    if (content === '') return this.open(conversationId);
    this.close(conversationId);
    this.replies.push({
      userId,
      createdAt: this.ports.now().toISOString(),
      receiverId: shown.peerId,
      clientId: this.ports.newId(),
      content,
      conversationId,
      upToSeq: shown.messages.at(-1)?.conversationSeq ?? 1,
      facts: shown.facts,
    });
    this.storeReplies(userId);
    void this.flush();
  }

  /** Sends the user's replies that the server has not acknowledged, oldest first; runs when the link is live. */
  async flush(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    const { session } = this;
    const userId = this.ports.userId();
    const findNext = (): Reply | undefined => this.replies.find((reply) => reply.userId === userId);
    for (let next = findNext(); next && session === this.session; next = findNext()) {
      const { receiverId, clientId, content } = next;
      const ack = await this.ports.send(receiverId, { clientId, content });
      if (session !== this.session || (!ack.ok && PASSING.has(ack.code))) break;
      this.drop((reply) => reply === next, next.userId);
      if (ack.ok) void this.ports.markRead(receiverId, next.upToSeq).catch(() => undefined);
      else this.ports.showRefused(next.conversationId, next.facts);
    }
    if (session === this.session) this.isSending = false;
  }

  /** Number of replies that wait for the server. */
  get unsent(): number {
    return this.replies.length;
  }

  /** Removes every alert: when no one, or someone else, is signed in. Replies stay for the next time. */
  clear(): void {
    this.session += 1;
    for (const conversationId of this.shown.keys()) this.ports.close(conversationId);
    this.shown.clear();
    this.read.clear();
    this.isSending = false;
  }

  /** Removes the replies of a user who has signed out. */
  forget(userId: string): void {
    this.drop((reply) => reply.userId === userId, userId);
  }

  /** Removes the replies of every user: a shared computer is left. */
  forgetAll(): void {
    for (const userId of new Set(this.replies.map((reply) => reply.userId))) this.forget(userId);
  }

  private drop(isDropped: (reply: Reply) => boolean, userId: string): void {
    this.replies = this.replies.filter((reply) => !isDropped(reply));
    this.storeReplies(userId);
  }

  private storeReplies(userId: string): void {
    const own = this.replies.filter((reply) => reply.userId === userId);
    this.ports.storeReplies(userId, Object.fromEntries(own.map(textOf)));
  }

  private isHeldBack(): boolean {
    return this.ports.isInFront() || this.ports.isDoNotDisturb();
  }

  private isOver({ conversationId, conversationSeq, read, deletedAt }: MessageView): boolean {
    return read || deletedAt !== null || conversationSeq <= (this.read.get(conversationId) ?? 0);
  }

  private put(conversationId: string, shown: Shown, hasSound: boolean): void {
    this.shown.set(conversationId, shown);
    const words = wordAlert(shown, this.ports.preview());
    this.ports.show({ conversationId, ...words, isSilent: !hasSound });
  }

  private close(conversationId: string): void {
    if (this.shown.delete(conversationId)) this.ports.close(conversationId);
  }
}

/** Returns the key and the text of a reply in the storage of the page. */
function textOf({ userId, createdAt, receiverId, clientId, content }: Reply): [key: string, text: string] {
  const text: UnsentReply = { input: { receiverId, clientId, content }, quote: null, createdAt };
  return [`unsent:${userId}:${clientId}`, JSON.stringify(text)];
}

const BODY_MAX_CHARS = 200;

/** Words an alert; without the sender's name it cannot be replied to. */
function wordAlert(
  { facts, messages }: Shown,
  preview: NotificationPreview,
): Omit<MessageAlert, 'conversationId' | 'isSilent'> {
  const count = messages.length;
  const counted = count === 1 ? 'New message' : `${String(count)} new messages`;
  if (preview === 'none') return { title: 'Lyceum', body: counted, canReply: false };
  const canReply = !facts.isRequest;
  if (facts.isRequest) return { title: 'Message request', body: `${facts.name} wants to message you`, canReply };
  if (preview === 'sender') return { title: facts.name, body: counted, canReply };
  const text = previewOf(messages.at(-1));
  return { title: count === 1 ? facts.name : `${facts.name} (${counted})`, body: text, canReply };
}

/** Returns the start of a message's text, or what its file is. */
function previewOf(message: MessageView | undefined): string {
  if (!message) return '';
  const { content, fileName, fileType } = message;
  const text = content.replaceAll(/\s+/g, ' ').trim();
  if (text !== '') {
    const characters = [...text];
    return characters.length > BODY_MAX_CHARS ? `${characters.slice(0, BODY_MAX_CHARS - 1).join('')}…` : text;
  }
  return fileType?.startsWith('image/') ? 'Image' : (fileName ?? 'File');
}
