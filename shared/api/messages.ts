import type * as z from 'zod/mini';
import type { ContentType } from './courses.ts';
import { endpoint, endpoints } from './endpoint.ts';
import type { messageSchemas } from './messages.schema.ts';
import type { OfficeHours } from './privacy.ts';
import type { UserCard } from './users.ts';

/** What a message can be about: an item or a meet-up. */
export const MESSAGE_SUBJECTS = ['course', 'event'] as const;
/** One of {@link MESSAGE_SUBJECTS}. */
export type MessageSubject = (typeof MESSAGE_SUBJECTS)[number];

/** What a message is about, as it is now. `price` is in minor units. */
export type MessageAbout =
  | { type: 'course'; id: string; title: string; contentType: ContentType; price: number }
  | { type: 'event'; id: string; title: string; date: string; isCancelled: boolean };

/**
 * What became of a call, for its row among the messages; who sent the row called. `durationMs` is null for one that was
 * not held.
 */
export interface CallSummary {
  callId: string;
  type: 'voice' | 'video';
  endReason:
    | 'completed'
    | 'cancelled'
    | 'no-answer'
    | 'declined'
    | 'busy'
    | 'media-caller'
    | 'media-callee'
    | 'connection-failed'
    | 'lost'
    | 'replaced';
  durationMs: number | null;
}

/**
 * The message that is answered, as far as it is quoted: its start and what came with it, empty where it was deleted.
 */
export interface QuotedMessage {
  id: string;
  senderId: string | null;
  content: string;
  fileName: string | null;
  fileType: string | null;
  isDeleted: boolean;
}

/**
 * One message. Who left is null; what was deleted for both keeps its place without its words and file. `fileSize` is in
 * bytes, `fileWidth` and `fileHeight` in pixels of an image; `fileUrl` is null when the file itself is gone, as after
 * its owner left.
 */
export interface MessageView {
  id: string;
  /** The sender's own id for it, by which the sender's devices know it before it was answered. */
  clientId: string;
  conversationId: string;
  /** Its place in the conversation: 1, 2, 3 and so on without a hole. */
  conversationSeq: number;
  senderId: string | null;
  receiverId: string | null;
  kind: 'text' | 'call';
  content: string;
  /** Whether the receiver has read it; false where one of the two keeps that to themself. */
  read: boolean;
  fileUrl: string | null;
  fileName: string | null;
  fileType: string | null;
  fileSize: number | null;
  fileWidth: number | null;
  fileHeight: number | null;
  replyTo: QuotedMessage | null;
  about: MessageAbout | null;
  /** Of a message of the kind `call`; null for the others, and until calls are kept. */
  call: CallSummary | null;
  createdAt: string;
  editedAt: string | null;
  deletedAt: string | null;
}

/** `pending` until the addressee replies or accepts; no one can write in a declined one. */
export type ConversationState = 'accepted' | 'pending' | 'declined';

/** Why one cannot write to someone: they take messages from closer people, or an own request waits. */
export type NoWriting = 'NOT_ALLOWED' | 'REQUEST_PENDING';

/** A conversation as one of its two sees it; before the first message `id` is null. */
export interface ConversationView {
  id: string | null;
  /** The other; null when they have left for good. */
  user: UserCard | null;
  lastMessage: MessageView | null;
  /** Messages of the other that wait, counted up to 100. */
  unreadCount: number;
  state: ConversationState;
  /** A request that waits for the viewer. */
  isRequestToMe: boolean;
  muted: boolean;
  pinned: boolean;
  archived: boolean;
  markedUnread: boolean;
  /** How far the viewer has read. */
  readUpToSeq: number;
  /** How far the other has read; null where one of the two keeps that to themself. */
  peerReadUpToSeq: number | null;
  /** Null when the viewer may write; a first message to a stranger then is a request. */
  noWriting: NoWriting | null;
  /** True when the next message is a request. */
  isRequest: boolean;
  /** When the other, a teacher, answers; null where they do not say. */
  officeHours: OfficeHours | null;
  /** The other's quiet hours, those that hold or the next ones, ISO 8601; null without any, and for strangers. */
  quiet: { from: string; until: string } | null;
}

/** Which conversations a list shows. */
export const CONVERSATION_FILTERS = ['all', 'unread', 'requests', 'archived'] as const;
/** One of {@link CONVERSATION_FILTERS}. */
export type ConversationFilter = (typeof CONVERSATION_FILTERS)[number];

/** A message to be sent. `clientId` makes a repeat harmless: the first response is sent again. */
export type SendMessageInput = z.input<typeof messageSchemas.sendMessage.body>;

/** What a member does with a conversation; a field that is left out stays. */
export type ConversationStateInput = z.infer<typeof messageSchemas.editConversation.body>;

/** Filters of the search in own conversations; dates are ISO 8601. */
export type SearchMessagesQuery = z.infer<typeof messageSchemas.searchMessages.query>;

/** A message that was found, with the other of its conversation. */
export interface MessageHit {
  message: MessageView;
  user: UserCard | null;
}

/** What the files of a conversation are listed by. */
export const SHARED_FILE_KINDS = ['images', 'documents'] as const;
/** One of {@link SHARED_FILE_KINDS}. */
export type SharedFileKind = (typeof SHARED_FILE_KINDS)[number];

/** A file of a conversation, with the message it came with. `fileSize` is in bytes, the rest in pixels of an image. */
export interface SharedFileView {
  messageId: string;
  conversationSeq: number;
  senderId: string | null;
  createdAt: string;
  fileUrl: string;
  fileName: string;
  fileType: string;
  fileSize: number;
  fileWidth: number | null;
  fileHeight: number | null;
}

/**
 * Conversations of two; `userId` is the other, or the id of the conversation once they have left.
 */
export const messageEndpoints = endpoints<typeof messageSchemas>()({
  /** Pinned ones first, then by the last message. */
  listConversations: endpoint<ConversationView[]>()({
    method: 'GET',
    path: '/api/messages',
    who: 'member',
    isPage: true,
  }),
  countUnreadMessages: endpoint<{ total: number; requests: number }>()({
    method: 'GET',
    path: '/api/messages/unread-count',
    who: 'signedIn',
  }),
  searchMessages: endpoint<MessageHit[]>()({
    method: 'GET',
    path: '/api/messages/search',
    who: 'member',
    isPage: true,
  }),
  /**
   * Messages newest first: the newest ones, those next to a place in the conversation, or with `around` on both sides
   * of it and itself.
   */
  listMessages: endpoint<MessageView[]>()({
    method: 'GET',
    path: '/api/messages/:userId',
    who: 'member',
    errors: ['NOT_FOUND'],
  }),
  /** Files both ways, newest first, without those of messages that are deleted or hidden. */
  listSharedFiles: endpoint<SharedFileView[]>()({
    method: 'GET',
    path: '/api/messages/:userId/files',
    who: 'member',
    errors: ['NOT_FOUND'],
    isPage: true,
  }),
  getConversation: endpoint<ConversationView>()({
    method: 'GET',
    path: '/api/messages/:userId/state',
    who: 'member',
    errors: ['NOT_FOUND'],
  }),
  /** 201 for a new message, 200 for one that had been sent already. */
  sendMessage: endpoint<MessageView>()({
    method: 'POST',
    path: '/api/messages',
    who: 'member',
    errors: ['NOT_FOUND', 'NOT_ALLOWED', 'REQUEST_PENDING', 'WRONG_STATE', 'CLIENT_ID_REUSED'],
    limit: 'messages',
  }),
  /** Moves the own read cursor forward, never back; answers how many messages became read. */
  readMessages: endpoint<{ read: number }>()({
    method: 'PUT',
    path: '/api/messages/:userId/read',
    who: 'member',
    errors: ['NOT_FOUND'],
  }),
  editConversation: endpoint<ConversationView>()({
    method: 'PATCH',
    path: '/api/messages/:userId/state',
    who: 'member',
    errors: ['NOT_FOUND'],
  }),
  acceptRequest: endpoint<void>()({
    method: 'POST',
    path: '/api/messages/:userId/accept',
    who: 'member',
    errors: ['NOT_FOUND', 'ALREADY_ANSWERED'],
  }),
  declineRequest: endpoint<void>()({
    method: 'POST',
    path: '/api/messages/:userId/decline',
    who: 'member',
    errors: ['NOT_FOUND', 'ALREADY_ANSWERED'],
  }),
  /** Within 15 minutes, by the sender. */
  editMessage: endpoint<MessageView>()({
    method: 'PATCH',
    path: '/api/messages/item/:id',
    who: 'member',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'TOO_OLD'],
  }),
  /** `all` takes the words from both, by the sender within 15 minutes; `me` hides it from oneself at any time. */
  removeMessage: endpoint<void>()({
    method: 'DELETE',
    path: '/api/messages/item/:id',
    who: 'member',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'TOO_OLD'],
  }),
});
