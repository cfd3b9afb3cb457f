import { FILE_LIMITS, PROFILE_LIMITS, USER_LIMITS, VERIFICATION_LIMITS } from '#shared/limits.ts';
import { MEMBERS, articlesOf } from '../article.ts';

const megabytes = FILE_LIMITS.maxBytes['message-photo'] / 1024 / 1024;

/** The profile and who sees it. */
export const PROFILE_ARTICLES = articlesOf('profile', [
  {
    id: 'edit-profile',
    roles: MEMBERS,
    title: 'Edit your profile',
    words: 'bio name institution position education experience entry line date month',
    summary: 'Name, position, institution, a text about you, education and experience.',
    open: { path: '/profile', label: 'Open your profile' },
    body: [
      {
        steps: [
          'Open [your profile](/profile) and choose **Edit profile**.',
          `Write what you like others to know. The text about you has room for ${USER_LIMITS.bioMaxChars} characters.`,
          `Add up to ${PROFILE_LIMITS.entriesMax} entries of education and as many of experience, each with ` +
            `its months. Leave the end empty for what you do today.`,
          'Choose **Save**. Everyone who has your page open sees the change.',
        ],
      },
      'An entry may begin and end in the same month, but it cannot end before it began.',
      'When an institution has confirmed an entry and you change it, it loses the confirmation, since the institution has confirmed the old text.',
    ],
  },
  {
    id: 'pictures',
    roles: MEMBERS,
    title: 'Photo and cover',
    words: 'picture photo avatar image crop cover alt description',
    summary: 'Choose the part that is shown, and describe it for those who cannot see it.',
    open: { path: '/profile', label: 'Open your profile' },
    body: [
      {
        steps: [
          'On [your profile](/profile), choose **Change your photo** or **Change the cover**.',
          `Choose an image of at most ${megabytes} MB: JPEG, PNG or WebP.`,
          'Move and size the frame; the keyboard’s arrows work as well.',
          'Describe what it shows, in a few words, and save.',
        ],
      },
      'Images are re-encoded when they are uploaded, which removes camera data such as the location.',
      'Without a photo your initials are shown.',
    ],
  },
  {
    id: 'who-sees-what',
    roles: MEMBERS,
    title: 'Who sees which part of your page',
    words: 'visibility hide private field view as everyone connections institution only me',
    summary: 'Each part of your profile is for everyone, your connections, your institution, or you alone.',
    open: { path: '/settings#visibility', label: 'Open Settings, Profile' },
    body: [
      'The parts are: the text about you, position, institution, education, experience, connections, what you learn with, and events you go to. Your name, role and photo are shown beside everything you write, so they cannot be hidden.',
      {
        points: [
          '**Everyone** means members who are signed in, never visitors.',
          '**Your institution** means members with a [confirmed](/help?article=confirmed-lines) entry of the same institution, and that institution.',
          'A student’s connections and events are for connections alone until changed; so is what anyone learns with. Your connections see you on the pages of these items.',
        ],
      },
      '**View as**, on your own profile, shows your page as it is shown to any member, a connection, or someone at your institution.',
      'Members who are blocked by you, or block you, see nothing of your page.',
    ],
  },
  {
    id: 'confirmed-lines',
    roles: MEMBERS,
    title: 'Entries that an institution has confirmed',
    words: 'verify verified badge institution confirm claim queue revoke',
    summary: 'An institution on Lyceum can confirm that you study or work there.',
    body: [
      { heading: 'Ask for it', id: 'ask' },
      `On your own profile, choose **Ask to confirm** on an entry of education or experience, and pick ` +
        `the institution. It sees that entry and answers. At most ${VERIFICATION_LIMITS.pendingMax} ` +
        `requests can be open at once.`,
      'A confirmed entry shows who confirmed it and when. You can take your request back at any time.',
      { heading: 'Answer, as an institution', id: 'answer' },
      'The tab **To confirm** on your own profile lists the open requests. Confirm, decline, or take a confirmation back later. Members with a confirmed entry are listed under the tab **People**, as far as they let others see it.',
      { heading: 'How it ends', id: 'ends' },
      'A confirmation ends when the entry is changed, when either side takes it back, or when one of the accounts is deleted.',
    ],
  },
  {
    id: 'save-conflict',
    roles: MEMBERS,
    title: 'It was changed somewhere else',
    words: 'stale conflict versions lost both saved 412',
    summary: 'You saved over something that had changed since you opened it. Both versions are still there.',
    body: [
      'This happens when two windows or devices edit the same thing. Nothing was saved over, and nothing you typed is lost.',
      {
        points: [
          '**Keep the saved version** drops what you have typed.',
          '**Save mine instead** puts yours in its place.',
          '**Continue editing** leaves both as they are, so that you can take over parts by hand.',
        ],
      },
    ],
  },
]);
