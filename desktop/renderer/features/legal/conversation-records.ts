import type { DataRecord } from './data-record.ts';

/** What conversations keep. */
export const CONVERSATION_RECORDS: readonly DataRecord[] = [
  {
    table: 'messages',
    title: 'Messages',
    holds: 'Text, attached file, sender, receiver, and whether it was read',
    purpose: 'To deliver a conversation and show it on each device',
    retention: 'Until deleted; after you close your account the other person keeps their copy under the name “Deleted user”',
    visibility: 'The two people in the conversation',
  },
  {
    table: 'conversations',
    title: 'Conversations',
    holds: 'Which two people write with each other, who wrote first, and whether a request was accepted',
    purpose: 'To keep messages in order and strangers apart from friends',
    retention: 'As long as one of the two has an account',
    visibility: 'The two people in the conversation; who asked is not told of a refusal',
  },
  {
    table: 'conversation_state',
    title: 'Your conversations',
    holds: 'What you muted, pinned, archived or marked as unread',
    purpose: 'To show your list as you left it, on each device',
    retention: 'Until you or the other delete the account',
    visibility: 'You',
  },
  {
    table: 'read_cursors',
    title: 'How far you have read',
    holds: 'The place in each conversation up to which you have read',
    purpose: 'To show what is new',
    retention: 'Until you or the other delete the account',
    visibility: 'You; the other one unless one of you has turned read receipts off',
  },
  {
    table: 'message_hides',
    title: 'Messages deleted for you',
    holds: 'Which messages you deleted for yourself alone',
    purpose: 'To keep them from you',
    retention: 'As long as the message',
    visibility: 'You; the other is not told',
  },
  {
    table: 'user_stream',
    title: 'Count of your live events',
    holds: 'A number',
    purpose: 'So that nothing is lost or shown twice when the network stumbles',
    retention: 'As long as your account',
    visibility: 'You',
  },
  {
    table: 'user_event',
    title: 'Your live events',
    holds: 'Which message, connection or notification came, changed, was read or went, by its number; no words',
    purpose: 'To bring your devices what they missed',
    retention: '30 days',
    visibility: 'You',
  },
];
