import type * as z from 'zod/mini';
import type { CallEndReason, CallType } from './calls.ts';
import type { ContentType } from './courses.ts';
import { endpoint, endpoints } from './endpoint.ts';
import type { messageSchemas } from './messages.schema.ts';
import type { OfficeHours } from './privacy.ts';
import type { UserCard } from './users.ts';

/** Types of records that a message can be about. */
export const MESSAGE_SUBJECTS = ['course', 'event'] as const;
/** One of {@link MESSAGE_SUBJECTS}. */
export type MessageSubject = (typeof MESSAGE_SUBJECTS)[number];

/** The record that a message is about, in its current state. `price` is in minor units. */
export type MessageAbout =
  | { type: 'course'; id: string; title: string; contentType: ContentType; price: number }
  | { type: 'event'; id: string; title: string; date: string; isCancelled: boolean };

/**
 * The result of a call, for its row among the messages; the sender of the row is the caller. `durationMs` is null when
 * the call was not connected.
 */
export interface CallSummary {
  callId: string;
  type: CallType;
  endReason: CallEndReason;
  durationMs: number | null;
}

/**
 * The quoted part of the message that is replied to: its start and its file; empty when it was deleted.
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
 * One message. A sender or receiver who deleted their account is null; a message deleted for both remains without its
 * text and file. `fileSize` is in bytes, `fileWidth` and `fileHeight` in pixels of an image; `fileUrl` is null when the
 * file is deleted, as with its owner's account.
 */
export interface MessageView {
  id: string;
  /** The id that the sending device chose; it identifies the message before the response arrives. */
  clientId: string;
  conversationId: string;
  /** Its sequence number in the conversation: 1, 2, 3 and so on without a gap. */
  conversationSeq: number;
  senderId: string | null;
  receiverId: string | null;
  kind: 'text' | 'call';
  content: string;
  /**
   * True when the receiver has read it; for the sender false in a request and when one of the two has turned read
   * receipts off.
   */
  read: boolean;
  fileUrl: string | null;
  fileName: string | null;
  fileType: string | null;
  fileSize: number | null;
  fileWidth: number | null;
  fileHeight: number | null;
  replyTo: QuotedMessage | null;
  about: MessageAbout | null;
  /** Of a message of the kind `call`; null for all others, and until calls are stored. */
  call: CallSummary | null;
  createdAt: string;
  editedAt: string | null;
  deletedAt: string | null;
}

/** `pending` until the addressee replies or accepts; in a `declined` one no one can write. */
export type ConversationState = 'accepted' | 'pending' | 'declined';

/**
 * Why the viewer cannot write: the other member accepts messages from their connections only, accepts no new
 * conversation, or has not answered the request of the viewer.
 */
export type NoWriting = 'NOT_ALLOWED' | 'NOT_OPEN' | 'REQUEST_PENDING';

/** A conversation as one of its two members sees it; `id` is null before the first message. */
export interface ConversationView {
  id: string | null;
  /** The other member; null when their account is deleted. */
  user: UserCard | null;
  lastMessage: MessageView | null;
  /** Unread messages of the other member, counted up to 100. */
  unreadCount: number;
  state: ConversationState;
  /** True for a request that the viewer has not answered. */
  isRequestToMe: boolean;
  muted: boolean;
  pinned: boolean;
  archived: boolean;
  markedUnread: boolean;
  /** Sequence number up to which the viewer has read. */
  readUpToSeq: number;
  /**
   * Sequence number up to which the other member has read; null in a request and when one of the two has turned read
   * receipts off.
   */
  peerReadUpToSeq: number | null;
  /** Null when the viewer may write; the first message to a stranger is a request. */
  noWriting: NoWriting | null;
  /** True when the next message is a request. */
  isRequest: boolean;
  /** Office hours of the other member, a teacher; null when they are off. */
  officeHours: OfficeHours | null;
  /** The current or the next quiet hours of the other member, ISO 8601; null without any, and for strangers. */
  quiet: { from: string; until: string } | null;
}

/** Which conversations a list shows. */
export const CONVERSATION_FILTERS = ['all', 'unread', 'requests', 'archived'] as const;
/** One of {@link CONVERSATION_FILTERS}. */
export type ConversationFilter = (typeof CONVERSATION_FILTERS)[number];

/** A message to be sent. A repeat with the same `clientId` gets the first response again. */
export type SendMessageInput = z.input<typeof messageSchemas.sendMessage.body>;

/** Changes of a member's state of a conversation; an omitted field is not changed. */
export type ConversationStateInput = z.infer<typeof messageSchemas.editConversation.body>;

/** Filters of the search in own conversations; dates are ISO 8601. */
export type SearchMessagesQuery = z.infer<typeof messageSchemas.searchMessages.query>;

/** A search result: a message and the other member of its conversation. */
export interface MessageHit {
  message: MessageView;
  user: UserCard | null;
}

/** Kinds by which the files of a conversation are listed. */
export const SHARED_FILE_KINDS = ['images', 'documents'] as const;
/** One of {@link SHARED_FILE_KINDS}. */
export type SharedFileKind = (typeof SHARED_FILE_KINDS)[number];

/** A file of a conversation and its message. `fileSize` is in bytes, the width and height of an image in pixels. */
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
 * What a member has not read: messages, conversations without the muted ones, and the requests that await an answer.
 */
export interface UnreadMessages {
  total: number;
  conversations: number;
  requests: number;
}

/**
 * Conversations of two members; `userId` is the other member, or the id of the conversation once that account is
 * deleted.
 */
export const messageEndpoints = endpoints<typeof messageSchemas>()({
  /** Pinned ones first, then by the last message. */
  listConversations: endpoint<ConversationView[]>()({
    method: 'GET',
    path: '/api/messages',
    who: 'signedIn',
    isPage: true,
  }),
  countUnreadMessages: endpoint<UnreadMessages>()({
    method: 'GET',
    path: '/api/messages/unread-count',
    who: 'signedIn',
  }),
  searchMessages: endpoint<MessageHit[]>()({
    method: 'GET',
    path: '/api/messages/search',
    who: 'signedIn',
    isPage: true,
  }),
  /**
   * Lists messages newest first: the newest ones, those before or after a sequence number, or with `around` that
   * message and both sides of it.
   */
  listMessages: endpoint<MessageView[]>()({
    method: 'GET',
    path: '/api/messages/:userId',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  /** Lists the files of both members, newest first, without those of deleted or hidden messages. */
  listSharedFiles: endpoint<SharedFileView[]>()({
    method: 'GET',
    path: '/api/messages/:userId/files',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
    isPage: true,
  }),
  getConversation: endpoint<ConversationView>()({
    method: 'GET',
    path: '/api/messages/:userId/state',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  /** 201 for a new message, 200 for one that was already sent. */
  sendMessage: endpoint<MessageView>()({
    method: 'POST',
    path: '/api/messages',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_ALLOWED', 'REQUEST_PENDING', 'WRONG_STATE', 'CLIENT_ID_REUSED'],
    limit: 'messages',
    isRepeatable: true,
  }),
  /** Moves the read cursor of the caller forward only; returns how many messages became read. */
  readMessages: endpoint<{ read: number }>()({
    method: 'PUT',
    path: '/api/messages/:userId/read',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  editConversation: endpoint<ConversationView>()({
    method: 'PATCH',
    path: '/api/messages/:userId/state',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  acceptRequest: endpoint<void>()({
    method: 'POST',
    path: '/api/messages/:userId/accept',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'ALREADY_ANSWERED'],
  }),
  declineRequest: endpoint<void>()({
    method: 'POST',
    path: '/api/messages/:userId/decline',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'ALREADY_ANSWERED'],
  }),
  /** Allowed for the sender within 15 minutes. */
  editMessage: endpoint<MessageView>()({
    method: 'PATCH',
    path: '/api/messages/item/:id',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'TOO_OLD'],
  }),
  /** `all` deletes it for both (the sender, within 15 minutes); `me` hides it from the caller at any time. */
  removeMessage: endpoint<void>()({
    method: 'DELETE',
    path: '/api/messages/item/:id',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'TOO_OLD'],
  }),
});
