import { CALL_LIMITS } from '#shared/call-limits.ts';
import { FILE_LIMITS, MESSAGE_LIMITS } from '#shared/limits.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts';
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
          'Photos are added with **Add photos**, dropped onto the conversation or pasted. They are sent without the place and the device, and may be made smaller. An image that is chosen with the paperclip is sent as it is, with all its data.',
          `Files are chosen with the paperclip, dropped or pasted; each has at most
            ${FILE_LIMITS.maxBytes['message-file'] / 1024 / 1024} MB. An upload pauses while
            you are offline and then resumes where it stopped. The folder at the top lists what the two of you have
            sent.`,
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
      'Your own first message to someone you are not connected with is such a request as well, unless one of you teaches the other in a course. You can write more when they accept.',
      'Students take messages from connections only, unless they have chosen otherwise. To reach one you are not connected with, ask to connect: the page offers it instead of the message box.',
      'Who may write to you at all, you choose in [Settings, Privacy](/settings#privacy). To stop messages of one member alone, use a [block](/help?article=block).',
    ],
  },
  {
    id: 'calls',
    roles: MEMBERS,
    title: 'Voice and video calls',
    words:
      'call phone video voice ring ringtone answer decline camera microphone blocked denied permission allow mute screen share relay network firewall connect missed busy headset speaker',
    summary: 'Between two people who are connected or have accepted each other’s messages.',
    open: { path: '/chat?list=calls', label: 'Open your calls' },
    body: [
      'The telephone and the camera at the top of a conversation or profile start a call; in [Connections](/connections/all) they are in a menu. The search understands “call” and a name.',
      {
        points: [
          'All your devices ring. When you answer on one, the others stop.',
          `A call that no one answers ends after ${CALL_LIMITS.ringMs / SECOND_MS} seconds. It stays in the conversation and in [your calls](/chat?list=calls), from where you can call back.`,
          'Before you answer a video call you can see how you look, turn the camera or microphone off, or answer with audio only.',
          'During the call you can change microphone, camera and speaker, turn your camera on in a voice call, share your screen, write in the chat beside it, and minimise it. Esc asks before the call ends.',
          'When you load the page again during a call, you are back in it within seconds. When you close it, the call ends.',
          'M mutes you and V turns the camera off. F6 goes to an incoming call; Ctrl, Shift and A answers it, Ctrl, Shift and D declines it. On a Mac it is ⌘ instead of Ctrl.',
        ],
      },
      { heading: 'The camera or microphone is blocked', id: 'blocked' },
      {
        steps: [
          'Choose the symbol before the address of the page, and set camera and microphone to **Allow**. In the desktop app, **Settings**, **Camera and microphone** shows whether you, your system or your institution blocks them.',
          'Close other programs that use the camera. Many systems lend it to one program at a time.',
          'Unplug it and plug it in again, or choose another device in [Settings, Calls](/settings#calls). **Test microphone and camera** shows whether it works.',
          'Load the page again and call once more.',
        ],
      },
      'Without a microphone you can join a call and listen. The call says so, and the other side sees that you are muted.',
      'When only the camera fails, the call goes on with sound. **Try again** in the call window opens the camera again.',
      { heading: 'The call could not connect', id: 'networks' },
      'Sound and images go directly from device to device where both networks allow it. Networks of schools and companies, and some mobile networks, do not. Calls then need a relay of your server.',
      {
        steps: [
          'Call again from another network, such as at home or by a phone, or turn a VPN off.',
          'Ask those who look after your network to allow UDP to your Lyceum server.',
          'Ask those who run your server whether calls have a relay (TURN). Without one, calls between many networks fail.',
        ],
      },
      { heading: 'Who can call you', id: 'who' },
      'You choose it in [Settings, Privacy](/settings#privacy). In a course, learners can call its author, and the author a learner who has written or called before. Calls respect your quiet hours, and a member whom you block cannot call you. **Always relay calls** there keeps your IP address from the other side. Sound and images go from device to device, encrypted, and are not recorded by Lyceum.',
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
