import { RATE_LIMITS, SESSION_LIMITS, USER_LIMITS } from '#shared/limits.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time.ts';
import { EVERYONE, MEMBERS, type Article } from '../article.ts';

const { failedSignInAccountAddress: failed } = RATE_LIMITS;

/** The account: signing in, devices, leaving. */
export const ACCOUNT_ARTICLES: readonly Article[] = [
  {
    id: 'sign-in', topic: 'account', roles: EVERYONE, title: 'Signing in', words: 'log in login username e-mail password wrong locked attempts',
    summary: 'With your username or your e-mail address, and your password.',
    body: [
      'Capital letters in the username or the address make no difference; in the password they do.',
      { heading: 'It says that the password is wrong', id: 'wrong' },
      {
        points: [
          'Show what you typed with the eye beside the field, and check the keyboard’s language and Caps Lock.',
          `After ${failed.points} wrong tries in ${failed.windowMs / MINUTE_MS} minutes there is a pause. The message says how long.`,
          'You can [choose a new password](/help?article=forgot-password) by e-mail.',
        ],
      },
      { heading: 'How long am I signed in?', id: 'how-long' },
      `Until you log out, until ${SESSION_LIMITS.idleMs / DAY_MS} days have passed without use, or ${SESSION_LIMITS.absoluteMs / DAY_MS} days at most. Then the page asks you to sign in and brings you back to where you were.`,
    ],
  },
  {
    id: 'forgot-password', topic: 'account', roles: EVERYONE, title: 'I forgot my password', words: 'reset lost link mail recover',
    summary: 'Ask for a link by e-mail, and choose a new one.',
    body: [
      {
        steps: [
          'Log out, or open the sign-in page in another browser, and choose **Forgot password?**',
          'Write the e-mail address of your account. The page says the same whether it knows the address or not, so that nobody can find out who has an account.',
          'Open the link in the mail and write a new password. The link works once and only for a short time.',
        ],
      },
      'A new password signs every device out, so that whoever had the old one is out as well.',
      'No mail? Look into the folder for unwanted mail, wait a few minutes, and ask again. If you no longer have the address, [write to whoever runs this Lyceum](/help?contact=1).',
    ],
  },
  {
    id: 'password', topic: 'account', roles: MEMBERS, title: 'Change your password', words: 'new password security',
    summary: 'In Settings, Password. Every other device is signed out.',
    open: { path: '/settings#password', label: 'Open Settings, Password' },
    body: [
      `Write the current password and the new one, which has at least ${USER_LIMITS.passwordMinChars} characters. A few words in a row are easy to remember and hard to guess.`,
      'Other devices are signed out at once. This one stays signed in.',
      'Nobody can read your password, those who run Lyceum included: only a scrambled form of it is kept.',
    ],
  },
  {
    id: 'devices', topic: 'account', roles: MEMBERS, title: 'Where you are signed in', words: 'sessions sign out lost stolen phone other device',
    summary: 'Settings, Devices lists every browser and client, and signs them out one by one or all together.',
    open: { path: '/settings#devices', label: 'Open Settings, Devices' },
    body: [
      'Each line names the browser or client, its network address and when it was last used. The one you are looking at is marked.',
      'If you do not know a device, sign it out and [change your password](/help?article=password).',
      'A device that you sign out loses its live updates within seconds.',
    ],
  },
  {
    id: 'email-address', topic: 'account', roles: EVERYONE, title: 'Confirm your e-mail address', words: 'verify mail address confirm link change',
    summary: 'A mail with a link comes when you register. Your address is shown to nobody.',
    body: [
      'Open the link in the mail and press **Confirm address**. From then on the address counts as yours, which lets you choose a new password when you forget the old one.',
      'The link is good for one time. When it has run out, the page says so and how to get another.',
      'Other members never see your address: not on your profile, not in the directory, not in a file that somebody saves from it.',
    ],
  },
  {
    id: 'two-factor', topic: 'account', roles: EVERYONE, title: 'The second step at sign-in', words: 'two-factor 2fa code authenticator recovery app',
    summary: 'An account with a second step asks for a code after the password.',
    body: [
      'Open the app that makes your codes, and write the six digits it shows for Lyceum. A code is good for half a minute; when it has just changed, take the next one.',
      'Without your phone, write one of the recovery codes you kept when you set the second step up. Each of them works once.',
      'No phone and no recovery codes? [Whoever runs this Lyceum](/help?contact=1) has to make sure that you are you; ask them from another account or by the address on their pages.',
    ],
  },
  {
    id: 'export-and-leave', topic: 'account', roles: EVERYONE, title: 'Your data: what is kept, and for how long', words: 'export copy download delete account leave gdpr privacy',
    summary: 'The privacy policy lists every table of the database, with purpose, time and who sees it.',
    open: { path: '/privacy-policy#what', label: 'Open the list' },
    body: [
      'The [list in the privacy policy](/privacy-policy#what) is compared with the database by a check of the software, so it cannot fall behind.',
      'You have the right to [a copy and to be forgotten](/privacy-policy#your-copy).',
      'Posts and comments can be deleted one by one, from the menu on each.',
    ],
  },
];
