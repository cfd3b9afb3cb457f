import { FILE_LIMITS, MESSAGE_LIMITS } from '#shared/limits.ts';
import { MINUTE_MS } from '#shared/time.ts';
import { MEMBERS, articlesOf } from '../article.ts';

/** Chat, and the search over everything. */
export const CHAT_ARTICLES = articlesOf('notifications', [
  {
    id: 'chat',
    roles: MEMBERS,
    title: 'Write messages',
    words:
      'chat message conversation send edit delete read receipt archive pin mute unsent attachment file image picture upload drop paste open read play pdf epub book video audio',
    summary: 'Between two people, on all devices of both at once.',
    open: { path: '/chat', label: 'Open Chat' },
    body: [
      `Choose **Message** on a profile or in a list, or a conversation in [Chat](/chat). A message ` +
        `has up to ${MESSAGE_LIMITS.contentMaxChars} characters.`,
      {
        points: [
          `Within ${MESSAGE_LIMITS.changeableMs / MINUTE_MS} minutes you can change a message of yours, ` +
            `or delete it for both. **Delete for me** takes it out of your own view at any time.`,
          `A message that could not be sent stays where it is, with **Send again**. It arrives once,
            however often it is tried.`,
          'The sign that a message was read is shown only when neither of you has switched read receipts off in [Settings, Privacy](/settings#privacy).',
          `Files are chosen with the paperclip, dropped onto the conversation,
            or pasted; each has at most ${FILE_LIMITS.maxBytes['message-file'] / 1024 / 1024} MB. An upload pauses while
            you are offline and then resumes
            where it stopped. The folder at the top lists what the two of you have sent.`,
          'PDFs, books (EPUB), texts, tables (CSV), videos and sounds open in the reader, at the place where you stopped while Lyceum was open. The arrow beside a file saves it.',
          'A conversation can be pinned, muted, archived or marked as unread. An archived one returns to the list when a new message arrives.',
        ],
      },
      'The box above the list searches your messages.',
    ],
  },
  {
    id: 'message-requests',
    roles: MEMBERS,
    title: 'Messages from people you do not know',
    words: 'request stranger accept decline first message spam',
    summary: 'The first message of a stranger is a request. You decide before they can write more.',
    open: { path: '/chat', label: 'Open Chat' },
    body: [
      'Requests have their own list in [Chat](/chat). **Accept** opens the conversation; **Decline** removes it. **Report** and **Block** are beside them.',
      'An image in a request is loaded when you choose **Show image**, not before.',
      'Your own first message to someone you are not connected with is such a request as well. You can write more when they accept.',
      'Students take messages from connections only, unless they have chosen otherwise. To reach one you are not connected with, ask to connect: the page offers it instead of the message box.',
      'Who may write to you at all, you choose in [Settings, Privacy](/settings#privacy). To stop messages of one member alone, use a [block](/help?article=block).',
    ],
  },
  {
    id: 'search',
    topic: 'start',
    roles: MEMBERS,
    title: 'Search everything',
    words: 'find palette ctrl k people posts courses events history filter',
    summary: 'Ctrl and K, on a Mac ⌘ and K, opens the search on every page.',
    body: [
      'It finds people, posts, courses and events that you may see, and actions by their name, such as a page to go to.',
      'Enter opens the selected result. The list of all results can be narrowed by type, by time and more, and ordered by best or newest first.',
      { heading: 'Your earlier searches', id: 'history' },
      'They are offered to you alone. In the search, **Edit search history** lists and deletes them. [Settings, Privacy](/settings#privacy) pauses them.',
      'A student is found by name when they show it in the [directory](/help?article=find-students), when you are connected, or when you write the whole username.',
    ],
  },
]);
