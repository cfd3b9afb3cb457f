import { FILE_LIMITS } from '#shared/limits.ts';
import { RATE_LIMITS } from '#shared/rate-limits.ts';
import { MINUTE_MS } from '#shared/time.ts';
import { MEMBERS, articlesOf } from '../article.ts';

const { account, uploads } = RATE_LIMITS;

/** When something goes wrong; the error panels link to these articles. */
export const TROUBLE_ARTICLES = articlesOf('trouble', [
  {
    id: 'live-updates',
    title: 'Live updates paused',
    words: 'socket banner reconnect offline stale refresh',
    summary: 'The page no longer receives changes as they happen. Nothing is lost.',
    body: [
      'What you do is still saved. Changes of others are not shown until you load the page again.',
      'Choose **Reconnect**. The page also tries by itself: when the network returns, when you return to the window, and every half minute. It then fetches what it has missed.',
      'If it happens again and again, the network between you and the server may block long connections. Ask its administrator, or try another network.',
    ],
  },
  {
    id: 'no-connection',
    title: 'No connection to the server',
    words: 'offline network internet circuit breaker request rejected unable to connect',
    summary: 'Your device or the server is not reachable at the moment.',
    body: [
      {
        steps: [
          'Open another website. If that does not work either, it is your network.',
          'Wait half a minute and choose **Try again**. Requests that could not be sent are repeated a few times by themselves, without doing anything twice.',
          'Look at the state of the server at the side of this help.',
        ],
      },
      { heading: '“Circuit breaker is open”', id: 'circuit' },
      'The same request has failed several times in a row, so the app sends no requests for half a minute. Then it tries again. What you typed stays on the page.',
    ],
  },
  {
    id: 'check-input',
    title: '“Validation failed”',
    words: 'invalid form field required too long red',
    summary: 'Something you entered cannot be saved as it is. The message is shown under the field.',
    body: [
      'Look for the words in red: they explain what is wrong and what is allowed. What you typed is still there.',
      'If no field is marked, an address may have been changed by hand, or the page is older than the server. Load the page again, and try once more.',
    ],
  },
  {
    id: 'signed-out',
    title: 'You have to sign in again',
    words: 'session expired unauthenticated csrf token security signed out',
    summary: 'Your session has ended, or the page is older than it.',
    body: [
      'Sessions end after some days, when you log out, when you change your password on another device, or when one is signed out in [Settings, Devices](/settings#devices).',
      `Sign in, and you are back where you were. If a message mentions a security token, load the page again: it
        then has a new one.`,
      'Does it happen over and over? Then your browser may refuse cookies for this site. Lyceum needs one, and uses it for nothing but keeping you signed in.',
    ],
  },
  {
    id: 'not-allowed',
    title: 'You may not do that',
    words: 'forbidden owner entitled permission buy 403',
    summary: 'Only certain members can do this: mostly the author.',
    body: [
      {
        points: [
          'Only the author changes or deletes a post, a comment or an item. The author of a post may delete comments on it.',
          'Only the person who was asked can answer a request.',
          'Some pages and actions belong to certain [roles](/help?article=roles).',
          'An item with a price opens for those who have it and for its author.',
        ],
      },
      'If you think that you should be able to, [write to us](/help?contact=1) with the number of the request.',
    ],
  },
  {
    id: 'not-found',
    title: '“This is unavailable”',
    words: '404 missing deleted gone hidden blocked link not found',
    summary: 'It was deleted, or you may not see it. We do not say which, on purpose.',
    body: [
      'A post may have been deleted, an account closed, or a page made visible to fewer people. When one of two people blocks the other, each looks to the other as if they did not exist.',
      'The message is the same for all of these, because the reason may be private.',
      'Check the address if you typed it. A link that was copied from Lyceum opens only for those who may see what it leads to.',
    ],
  },
  {
    id: 'taken-already',
    title: 'It is there already',
    words: 'exists duplicate username email taken registered conflict 409',
    summary: 'A name, an address or a request can exist only once.',
    body: [
      {
        points: [
          '**Username**: take the one that is suggested, or another.',
          '**Email address**: you may have an account already. [Choose a new password](/help?article=forgot-password) instead of registering again.',
          '**Request to connect**: you have asked, or you are connected. Load the list again to see which.',
        ],
      },
    ],
  },
  {
    id: 'repeated-request',
    title: 'The same was sent twice',
    words: 'idempotency double duplicate in progress twice',
    summary: 'The app makes sure that nothing is created twice. This message is that guard.',
    body: [
      'Your first try may still be under way. Wait a moment, load the page again, and look whether it is there before you send it once more.',
      'It happens on slow networks, and when the same form is sent from two windows.',
    ],
  },
  {
    id: 'files-refused',
    roles: MEMBERS,
    title: 'A file is refused',
    words: 'upload attachment too large type format jpeg png webp pdf zip image storage full quota virus',
    summary: 'Too large, of another type, infected, or there is no room left.',
    body: [
      {
        points: [
          `**Too large**: images have at most ${FILE_LIMITS.imageMaxBytes / 1024 / 1024} MB, a file in ` +
            `a message ${FILE_LIMITS.maxBytes['message-file'] / 1024 / 1024} MB. Photos are made smaller before ` +
            `they are sent, where the browser can do it. If that is not enough, save it smaller, or take ` +
            `a photo of lower resolution.`,
          '**Type**: profile photos are JPEG, PNG or WebP; images in posts may be GIF and AVIF as well. Save a photo in HEIC as JPEG first. Messages can have images, documents, sound, films and archives, but no programs. A file whose content does not match its name is refused.',
          '**A virus**: your school may have every file checked. While that is not possible, files cannot be sent.',
          `**No room left**: everyone has a share of the storage. Delete posts with images that you no ` +
            `longer need, or [write to us](/help?contact=1).`,
        ],
      },
    ],
  },
  {
    id: 'too-many',
    title: 'Too many requests',
    words: 'rate limit 429 wait slow down retry',
    summary: 'There is a pause so that one account cannot slow down everyone else. The message shows how long.',
    body: [
      `An account can make ${account.points} requests in ${account.windowMs / MINUTE_MS} minutes and ` +
        `${uploads.points} uploads in ${uploads.windowMs / MINUTE_MS} minutes. Reading and writing ` +
        `never reaches the limit; it is for programs, and for pages that are loaded again and again.`,
      'Wait until the pause is over. Your account is fine.',
    ],
  },
  {
    id: 'server-trouble',
    title: 'The server has a problem',
    words: '500 503 internal error unavailable maintenance down something went wrong',
    summary: 'It is not your fault, and what you typed is still on the page.',
    body: [
      'Choose **Try again** after a moment. Most of these problems are short.',
      'If it stays, send us the number of the request with the [contact form](/help?contact=1). It helps us find the cause, and contains nothing about you.',
      { heading: '“Something went wrong”', id: 'crash' },
      'When a whole page breaks, **Try Again** loads it again and **Go to Home** opens another page. What is saved is not lost.',
    ],
  },
  {
    id: 'update-client',
    title: 'The client has to be updated',
    words: 'upgrade version old desktop app 426',
    summary: 'The server is newer than your desktop client, and they are no longer compatible.',
    body: [
      'Get the current client from the operators of your Lyceum and install it over the old one. Your settings stay.',
      'Until then, use the web address in a browser.',
    ],
  },
  {
    id: 'contact',
    title: 'Write to us',
    words: 'support contact help form operator human request number',
    summary: 'The contact form sends a message to the operators.',
    open: { path: '/help?contact=1', label: 'Open the contact form' },
    body: [
      'Say what you did, what you expected, and what happened instead. If an error panel showed a number, put it in: it is filled in by itself when you open the form from the panel.',
      'They see your name, username and email address, so that they can answer, and nothing else of your account.',
      'Never send your password to anyone.',
    ],
  },
]);
