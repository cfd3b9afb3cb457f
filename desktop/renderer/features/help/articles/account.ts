import { SESSION_LIMITS, USER_LIMITS } from '#shared/limits.ts';
import { RATE_LIMITS } from '#shared/rate-limits.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time.ts';
import { articlesOf } from '../article.ts';

const { failedSignInAccountAddress: failed } = RATE_LIMITS;

/** The account: signing in, devices, leaving. */
export const ACCOUNT_ARTICLES = articlesOf('account', [
  {
    id: 'sign-in',
    title: 'Signing in',
    words: 'log in login username email e-mail password wrong locked attempts shared computer lab',
    summary: 'With your username or your email address, and your password.',
    body: [
      'Capital letters in the username or the address make no difference; in the password they do.',
      { heading: 'It says that the password is wrong', id: 'wrong' },
      {
        points: [
          'Show what you typed with the eye beside the field, and check the keyboard’s language and Caps Lock.',
          `After ${failed.points} wrong tries in ${failed.windowMs / MINUTE_MS} minutes there is a ` +
            `pause. The message says how long.`,
          'You can [choose a new password](/help?article=forgot-password) by email.',
        ],
      },
      { heading: 'How long am I signed in?', id: 'how-long' },
      `Until you log out, until ${SESSION_LIMITS.idleMs / DAY_MS} days have passed without use,
        or ${SESSION_LIMITS.absoluteMs / DAY_MS} days at most. Then the page asks you to sign in and brings you back to
        where you were.`,
      { heading: 'On a computer that others use too', id: 'shared-computer' },
      'An institution can mark its computers as shared. There, the desktop app signs you out when you close its window, ' +
        'lock the screen or have not used the computer for a while, and removes everything of yours from it. In the app, ' +
        'Settings, This computer shows what the institution has set. On any other shared ' +
        'computer, log out when you have finished.',
    ],
  },
  {
    id: 'forgot-password',
    title: 'I forgot my password',
    words: 'reset lost link email mail recover',
    summary: 'Ask for a link by email, and choose a new one.',
    body: [
      {
        steps: [
          'Log out, or open the sign-in page in another browser, and choose **Forgot password?**',
          'Write the email address of your account. The page shows the same text for every address, so that no one can find out who has an account.',
          'Open the link in the email and write a new password. The link works once and only for a short time.',
        ],
      },
      'A new password signs every device out, also devices of anyone who had the old one.',
      'No email? Look into the spam folder, wait a few minutes, and ask again. If you no longer have the address, [write to the operators](/help?contact=1).',
    ],
  },
  {
    id: 'password',
    title: 'Change your password',
    words: 'new password security',
    summary: 'In Settings, Password. All other devices are signed out.',
    open: { path: '/settings#password', label: 'Open Settings, Password' },
    body: [
      `Write the current password and the new one, which has at least ` +
        `${USER_LIMITS.passwordMinChars} characters. A few words in a row are easy to remember and hard to guess.`,
      'Other devices are signed out at once. This one stays signed in.',
      'No one can read your password, not even the operators: only a hash of it is stored.',
    ],
  },
  {
    id: 'devices',
    title: 'Where you are signed in',
    words: 'sessions sign out lost stolen phone other device',
    summary: 'Settings, Devices lists every browser and client, and signs them out one by one or all together.',
    open: { path: '/settings#devices', label: 'Open Settings, Devices' },
    body: [
      'Each line names the browser or client, its network address and when it was last used. The current one is marked.',
      'If you do not know a device, sign it out and [change your password](/help?article=password).',
      'A device that you sign out loses its live updates within seconds.',
    ],
  },
  {
    id: 'email-address',
    title: 'Name, username and email address',
    words: 'verify mail address confirm link change username rename',
    summary: 'In Settings, Account. A new address counts once you have confirmed it.',
    open: { path: '/settings#account', label: 'Open Settings, Account' },
    body: [
      'After registering, you receive an email with a link. Open it and press **Confirm address**: from then on you can choose a new password by email when you forget the old one. Settings shows whether the address is confirmed, and sends another link when the first has expired.',
      {
        points: [
          '**Username**: others find you by it. When it is taken, choose another. After a change, no one else can take the previous one for six months, and you can take it back.',
          '**Email address**: a change asks for your password and sends a link to the new address. The old one stays until you have opened it. The old address receives a link, too: for 7 days it stops or reverses the change and asks for a new password.',
          '**Name**: members change it with the rest of their [profile](/help?article=edit-profile).',
        ],
      },
      'Other members never see your address: not on your profile, not in the directory, not in a file that someone saves from it.',
    ],
  },
  {
    id: 'two-factor',
    title: 'Two-factor sign-in',
    words: '2fa second step code authenticator recovery app telephone lost totp',
    summary: 'Signing in requires a code of an app as well, so that a password alone is not enough.',
    open: { path: '/settings#two-factor', label: 'Open Settings, Two-factor sign-in' },
    body: [
      {
        steps: [
          'Confirm your email address, if you have not yet. Then choose **Set up** in [Settings, Two-factor sign-in](/settings#two-factor) and enter your password.',
          'Scan the QR code with an app that makes codes of six digits, or enter the key by hand.',
          'Write the code that the app shows, and choose **Turn on**.',
          'Keep the recovery codes where you find them without your telephone. Each of them signs you in once.',
        ],
      },
      { heading: 'At sign-in', id: 'sign-in' },
      'Write the six digits after your password. A code is valid for half a minute; when it has just changed, take the next one. Check that the clock of your telephone is right. A recovery code does as well. Changes of your password or address, a copy of your data and the deletion of your account ask for a code, too.',
      'The operators can require two-factor sign-in of a role. You then set it up before anything else, and it stays on.',
      { heading: 'Telephone and codes are gone', id: 'lost' },
      'Only the operators can help then, once they are sure that you are you. Reach them by the contact on the [privacy policy](/privacy-policy#who), or in person.',
    ],
  },
  {
    id: 'export-and-leave',
    title: 'Take your data along, or leave',
    words: 'export copy download delete account leave gdpr privacy archive json close',
    summary: 'A copy of everything stored about you, and 14 days to change your mind after leaving.',
    open: { path: '/settings#export', label: 'Open Settings, Your data' },
    body: [
      { heading: 'A copy', id: 'copy' },
      'In [Settings, Your data](/settings#export), ask for a copy with your password. It is made in the background, and an email notifies you when it is ready. A download asks for your password again, unless you entered it less than an hour ago. It contains pages to read, the same as JSON, and your files.',
      { heading: 'Leave', id: 'leave' },
      'In [Settings, Delete account](/settings#delete). At once your profile, posts and comments are no longer shown, and every device is signed out. For 14 days you can log in and have all of it back; then it is deleted. Messages stay with those you wrote to, and items with those who bought them, under the name “Deleted user”.',
      'What is stored, why and for how long is listed in the [privacy policy](/privacy-policy#what).',
    ],
  },
]);
