import type { CallSummary, MessageAbout, MessageSubject, MessageView, QuotedMessage } from '#shared/api/messages.ts';
import { eventAbout } from '../events/event.access.ts';
import { courseAbout } from '../courses/course.view.ts';
import { MESSAGE_LIMITS } from '#shared/limits.ts';
import { isoOf, isoOrNull, read, type Reader, type Timestamp } from '../../db/read.ts';
import { HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';
import { NOT_HIDDEN } from './message.access.ts';

/** Tests that a message `m` is in an accepted conversation and that both participants show read receipts. */
const SHOWS_READ = `(select rc.state = 'accepted' from conversations rc where rc.id = m.conversation_id)
  and not exists (select 1 from privacy_settings ps where ps.user_id in (m.sender_id, m.receiver_id)
  and not ps.read_receipts)`;

/** Counts the unread messages of the viewer ($1) in accepted conversations, except from hidden users. */
export const UNREAD_MESSAGES = `(select count(*)::int from messages m
  join conversations c on c.id = m.conversation_id and c.state = 'accepted'
  where m.receiver_id = $1 and not m.read and m.deleted_at is null
    and (m.sender_id is null or m.sender_id not in (${HIDDEN_FROM_VIEWER})))`;

/** Columns of a message `m` for the viewer ($1); read by {@link toMessageView}. */
export const MESSAGE_COLUMNS = `m.id, m.client_id, m.conversation_id, m.conversation_seq, m.sender_id, m.receiver_id,
  m.kind, m.content, m.call,
  m.read and (m.receiver_id = $1 or ${SHOWS_READ}) as is_read, case when m.file_id is not null
    then m.file_url end as file_url, m.file_name, m.file_type, m.file_size, m.file_width, m.file_height, m.created_at,
    m.edited_at, m.deleted_at,
  m.about_type, m.about_id,
  case m.about_type when 'course' then ${courseAbout('m.about_id')}
    when 'event' then ${eventAbout('m.about_id')} end as about,
  q.id as quote_id, q.sender_id as quote_sender_id, left(q.content, ${MESSAGE_LIMITS.quoteMaxChars}) as quote_content,
    q.file_name as quote_file_name, q.file_type as quote_file_type, q.deleted_at as quote_deleted_at`;

/** Joins the message that `m` replies to as `q`. */
export const MESSAGE_QUOTE = 'left join messages q on q.id = m.reply_to_id';

type CourseSummary = Omit<Extract<MessageAbout, { type: 'course' }>, 'type' | 'id'>;
type EventSummary = Omit<Extract<MessageAbout, { type: 'event' }>, 'type' | 'id'>;

/** A row of {@link MESSAGE_COLUMNS}. */
export interface MessageRow {
  id: string;
  client_id: string;
  conversation_id: string;
  conversation_seq: number;
  sender_id: string | null;
  receiver_id: string | null;
  kind: 'text' | 'call';
  content: string;
  call: CallSummary | null;
  is_read: boolean;
  file_url: string | null;
  file_name: string | null;
  file_type: string | null;
  file_size: string | number | null;
  file_width: number | null;
  file_height: number | null;
  created_at: Timestamp;
  edited_at: Timestamp | null;
  deleted_at: Timestamp | null;
  about_type: MessageSubject | null;
  about_id: string | null;
  about: CourseSummary | EventSummary | null;
  quote_id: string | null;
  quote_sender_id: string | null;
  quote_content: string | null;
  quote_file_name: string | null;
  quote_file_type: string | null;
  quote_deleted_at: Timestamp | null;
}

/** Returns the course or event of a message; null without one and when it is deleted or hidden from the viewer. */
function aboutOf({ about_type: type, about_id: id, about }: MessageRow): MessageAbout | null {
  if (type === null || id === null || about === null) return null;
  if (type === 'course') return { type, id, ...(about as CourseSummary) };
  const { date, ...event } = about as EventSummary;
  return { type, id, ...event, date: isoOf(new Date(date)) };
}

/** Builds the view of a message; the participants see the same, except `read` and what only one of them may see. */
export function toMessageView(row: MessageRow): MessageView {
  return {
    id: row.id,
    clientId: row.client_id,
    conversationId: row.conversation_id,
    conversationSeq: row.conversation_seq,
    senderId: row.sender_id,
    receiverId: row.receiver_id,
    kind: row.kind,
    content: row.content,
    read: row.is_read,
    fileUrl: row.file_url,
    fileName: row.file_name,
    fileType: row.file_type,
    fileSize: row.file_size === null ? null : Number(row.file_size),
    fileWidth: row.file_width,
    fileHeight: row.file_height,
    replyTo: row.quote_id === null ? null : toQuote(row, row.quote_id),
    about: aboutOf(row),
    call: row.call,
    createdAt: isoOf(row.created_at),
    editedAt: isoOrNull(row.edited_at),
    deletedAt: isoOrNull(row.deleted_at),
  };
}

function toQuote(row: MessageRow, id: string): QuotedMessage {
  return {
    id,
    senderId: row.quote_sender_id,
    content: row.quote_content ?? '',
    fileName: row.quote_file_name,
    fileType: row.quote_file_type,
    isDeleted: row.quote_deleted_at !== null,
  };
}

/** Selects {@link MESSAGE_COLUMNS} of the viewer's ($1) messages among ids ($2). */
export const MESSAGES_BY_IDS = {
  name: 'messages-by-ids',
  text: `select ${MESSAGE_COLUMNS} from messages m ${MESSAGE_QUOTE} where m.id = any($2::uuid[]) and ($1 = m.sender_id
    or $1 = m.receiver_id)
    and (m.sender_id is null or m.sender_id not in (${HIDDEN_FROM_VIEWER})) and (m.receiver_id is null
      or m.receiver_id not in (${HIDDEN_FROM_VIEWER}))
    and ${NOT_HIDDEN}`,
};

/** Loads messages of a viewer by id; leaves out deleted and hidden ones and those of other users. */
export async function loadMessageViews(
  reader: Reader,
  ids: readonly string[],
  viewerId: string,
): Promise<Map<string, MessageView>> {
  if (ids.length === 0) return new Map();
  const rows = await read<MessageRow>(reader, MESSAGES_BY_IDS, [viewerId, ids]);
  return new Map(rows.map((row) => [row.id, toMessageView(row)]));
}
