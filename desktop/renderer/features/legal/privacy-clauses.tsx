import { LINK_CLASSES } from '../../ui/button-classes.ts';
import type { Clause } from './clause.ts';
import { DataRecordsTable } from './components/DataRecordsTable.tsx';

/**
 * The privacy policy, in reading order. The anchors `no-profiling`, `your-feed` and `your-copy` are linked from the
 * landing page.
 */
export const PRIVACY_CLAUSES: readonly Clause[] = [
  {
    id: 'who',
    title: 'Who is responsible',
    summary:
      'The school, company or person that runs this Lyceum decides about your data. They are called “the operator” here.',
    controls: [{ label: 'Write to the operator', path: '/help?contact=1' }],
    body: (
      <>
        <p>
          Lyceum is software. The operator, who runs it on a server, decides who may join and is responsible for the
          data stored there. The operator’s name, address and data protection contact belong here before the text
          becomes binding.
        </p>
        <p>The makers of the software receive nothing: Lyceum sends no usage figures or error reports to anyone.</p>
      </>
    ),
  },
  {
    id: 'what',
    title: 'What we store, table by table',
    summary: 'Everything Lyceum stores is in this list. If it is not in the list, it is not stored.',
    controls: [{ label: 'A copy of your data', path: '/settings#export' }],
    body: (
      <>
        <p>
          The list names every table of the database. A check of the software compares the two, so the list is always
          complete.
        </p>
        <DataRecordsTable />
      </>
    ),
  },
  {
    id: 'why',
    title: 'Why we may do so',
    summary:
      'We store data to give you the service you signed up for, to keep it safe, and because you chose to publish something.',
    controls: [{ label: 'Notifications by email', path: '/settings#notifications' }],
    body: (
      <ul>
        <li>Your account, posts, messages and the rest you make: to perform the agreement you made by registering.</li>
        <li>
          Sessions, the security log and limits on requests: our legitimate interest in a service that is safe and
          works.
        </li>
        <li>
          Notifications by email about other things than your account: your consent, which is off until you switch it
          on.
        </li>
        <li>Records of purchases: the law on bookkeeping.</li>
      </ul>
    ),
  },
  {
    id: 'no-profiling',
    title: 'No profiling for advertisements',
    summary: 'Advertisements are labelled and the same for everyone. No one builds a profile of you to sell to.',
    controls: [{ label: 'What suggestions are made of', path: '/settings#privacy' }],
    body: (
      <>
        <p>
          A member may publish an advertisement in a fixed section of a page. Which one you see does not depend on what
          you read, write, search for or whom you know, and no advertiser learns who saw it.
        </p>
        <p>
          Lyceum loads nothing from other companies while you use it: no trackers, no advertising networks, no fonts or
          scripts from elsewhere. For students, who may be children, this holds without exception.
        </p>
      </>
    ),
  },
  {
    id: 'your-feed',
    title: 'Your feed is yours',
    summary: 'Posts are in the order they were written. You choose between everyone and your own network.',
    controls: [{ label: 'Your feed, its order and its reasons', path: '/home' }],
    body: (
      <p>
        No hidden score decides what you see. The feed is ordered by time; the tabs at its top choose everyone’s posts
        or those of members you are connected with, and your choice is stored. There is no endless reel that plays by
        itself, and nothing is hidden from you to make you pay.
      </p>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies and what is stored on your device',
    summary:
      'One cookie keeps you signed in, another one recognises your browser. Appearance and unfinished forms are stored on your device. Nothing tracks you.',
    controls: [
      { label: 'Your devices', path: '/settings#devices' },
      { label: 'Appearance', path: '/settings#appearance' },
    ],
    body: (
      <ul>
        <li>
          One cookie contains a random session token. It is needed to sign in, cannot be read by scripts, and ends after
          7 days without use or 30 days at most.
        </li>
        <li>
          Another cookie contains a random number, by which a later sign-in in the same browser is recognised as yours.
          It gives no access, cannot be read by scripts, and ends after a year.
        </li>
        <li>Theme, colour and text size are stored on the device so that the page looks right from the start.</li>
        <li>A form you have begun is stored until you send it, without passwords. Logging out clears it.</li>
        <li>
          The desktop client stores your session and your name in the keychain of the computer. Encrypted, it stores
          what you have written and not sent, and a copy of what you opened in the last two weeks, such as messages and
          posts, to show it without a connection. Logging out clears all of it.
        </li>
      </ul>
    ),
  },
  {
    id: 'who-else',
    title: 'Who else handles data',
    summary: 'The operator’s hosting company, and for purchases the payment company. The operator must name them here.',
    body: (
      <>
        <p>
          The operator lists here each company that handles data on its behalf, what for, and in which country: the host
          of the server, the sender of email, and, if things are sold, the payment company. Card numbers never reach
          Lyceum.
        </p>
        <p>
          Voice and video calls run between the two devices. When a network does not allow that, an encrypted stream
          passes through a relay which cannot read it. Calls are not recorded.
        </p>
      </>
    ),
  },
  {
    id: 'your-copy',
    title: 'Your rights, and your copy',
    summary:
      'You may see, correct, take with you and erase what is stored about you, at any time and without giving a reason.',
    controls: [
      { label: 'A copy of your data', path: '/settings#export' },
      { label: 'Delete your account', path: '/settings#delete' },
      { label: 'Edit your profile', path: '/profile' },
    ],
    body: (
      <>
        <ul>
          <li>See and correct: your profile and everything you wrote can be opened and edited by you.</li>
          <li>
            Take with you: you may have a copy of all your data and files in a common format, within 24 hours of asking.
          </li>
          <li>
            Erase: closing your account hides it at once. For 14 days you can change your mind; after 30 days the data,
            files and search entries are deleted. A message you sent stays with the person you sent it to, without your
            name.
          </li>
          <li>Object and complain: to the operator, and to the data protection authority of your country.</li>
        </ul>
        <p>Asking costs nothing and does not change how you are treated.</p>
      </>
    ),
  },
  {
    id: 'children',
    title: 'Children and students',
    summary: 'We do not ask for a birth date, so every student is treated as if they might be a child.',
    controls: [
      { label: 'Who may reach you', path: '/settings#privacy' },
      { label: 'The directory of students', path: '/students' },
    ],
    body: (
      <>
        <p>
          Students are not shown in the directory unless they choose to be. A stranger cannot send a student a message,
          only ask to connect. Nothing a student does is used for advertising.
        </p>
        <p>
          A school that runs Lyceum makes sure that it has the consent its law asks for. Parents may ask the operator to
          see or erase what is stored about their child. There is a{' '}
          <a href="#for-students" className={LINK_CLASSES}>
            short version for students
          </a>{' '}
          at the top of this page.
        </p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'How it is protected',
    summary:
      'Passwords are scrambled beyond recovery, every request is checked for rights, and files are never public by accident.',
    controls: [
      { label: 'Password', path: '/settings#password' },
      { label: 'Two-factor sign-in', path: '/settings#two-factor' },
      { label: 'Devices', path: '/settings#devices' },
    ],
    body: (
      <ul>
        <li>Passwords are hashed with argon2id. No one can read them, not even the operator.</li>
        <li>Between you and the server everything is encrypted when the operator serves Lyceum over the internet.</li>
        <li>
          Photos and images of posts are re-encoded when they are uploaded, which removes location and camera data. A
          file of an item or a message stays as you sent it.
        </li>
        <li>The server’s log contains no texts of messages, posts or passwords.</li>
        <li>
          If data is lost or seen by someone it should not be, the operator notifies you and the authority as the law
          requires.
        </li>
      </ul>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    summary: 'You are notified 30 days before a change takes effect, and may leave with your data before it does.',
    body: (
      <p>
        Each version has a date. Every member is notified of a change at least 30 days ahead, with what is different. A
        change made only to correct a mistake of language takes effect at once.
      </p>
    ),
  },
];
