import { MEMBERS, articlesOf } from '../article.ts';

/** Getting started. */
export const START_ARTICLES = articlesOf('start', [
  {
    id: 'first-steps',
    roles: MEMBERS,
    title: 'Your first day on Lyceum',
    words: 'begin new welcome tutorial',
    summary: 'Five things that make the place yours, in about ten minutes.',
    open: { path: '/profile', label: 'Open your profile' },
    body: [
      'These steps help others recognise you, and help you find members you know.',
      {
        steps: [
          `**Complete your profile.** Open [your profile](/profile), choose Edit profile, and add where you study
            or work. A photo helps people recognise you.`,
          '**Find people.** [Suggestions](/connections/suggestions) lists people with a reason you can check. Ask those you know to connect.',
          '**Read and write.** [Home](/home) shows what members share. Write a post of your own, or answer one.',
          '**Decide what others see.** In [Settings, Privacy](/settings#privacy) you choose who may reach you, and in Profile below it who sees which part of your page.',
          '**Make it comfortable.** Theme, colour and text size are in the menu with your name.',
        ],
      },
      'Students decide for themselves whether others find them under [Students](/students). Until you have chosen, you are not listed.',
    ],
  },
  {
    id: 'roles',
    title: 'The four roles and what each can open',
    words: 'student teacher institution creator restricted permission role',
    summary: 'Your role decides which pages you have. It is chosen once, when you register.',
    body: [
      {
        points: [
          '**Student.** All pages. You are not listed in the directory until you choose to be, and people you do not know cannot message you unless you allow it.',
          '**Teacher.** All pages. At Home you also have the tab Unanswered, with questions that no one has answered yet.',
          '**Institution.** All pages, in the name of a school or organisation. Once the operators have approved the account, you can confirm that members study or work with you; until then your page says “Awaiting approval”, and the account works like a teacher’s. A new name is approved again.',
          '**Creator.** Library and Help, and settings in the menu with your name. The other pages say Access Restricted.',
        ],
      },
      { heading: 'Can I change my role?', id: 'change' },
      'Not by yourself. The operators can change it for you; [write to them](/help?contact=1). You are signed out everywhere when they do.',
      { heading: 'A page says Access Restricted', id: 'restricted' },
      `Your role does not have that page. Nothing is wrong with your account. The button leads you back to
        a page of your role.`,
    ],
  },
  {
    id: 'find-your-way',
    title: 'Finding your way around',
    words: 'navigation menu rail where page',
    summary: 'The pages are listed on the left, or at the bottom of a narrow window.',
    body: [
      'The bar on the left leads to the pages of your role. It shrinks to icons on a smaller window, and moves to the bottom on a narrow one; what does not fit there is under More.',
      'At its end are Help, Settings and the menu with your name: your profile, theme, colour, text size and log out.',
      'With the keyboard you get everywhere faster: press the question mark for [all keys](/help?article=keyboard).',
      'Addresses can be shared. The filters you set and the post you opened are part of the address, so a copied link opens the same page for someone else, as far as they may see it.',
    ],
  },
  {
    id: 'desktop-client',
    title: 'The desktop client',
    words:
      'app install windows mac linux server address keychain accounts switch proxy offline link tray close quit ring disturb notification reply download spelling zoom start login log safe mode diagnostics',
    summary: 'The same Lyceum in a window of its own, connected to a server you name once.',
    body: [
      'At its first start the client asks for the address of your Lyceum: the one you open in the browser. It accepts only encrypted addresses, except on this computer.',
      'You stay signed in between two starts when your system has a keychain. Without one the client notifies you once, and you log in again each time.',
      'Several accounts can be signed in on one computer. The menu with your name adds one and switches between them, and so does the first menu of the menu bar; each stores its own data, and signing out of one leaves the others.',
      'When the network of your school requires a sign-in to its proxy, the client asks for that username and password. It forgets them when you quit.',
      'Without a connection to the server, the client opens with what you had loaded before, and a line at the top says when that was. Searches, settings and pages you had not opened need the connection.',
      'Files of items that you keep on this computer open for 30 days without a connection, and as long as you have the item.',
      'Messages you write meanwhile are sent when the connection is back, also after a restart. All of this is stored on your computer, encrypted with a key in the keychain, until you log out. Without a keychain it is stored until you quit.',
      'The number on its icon is the number of unread conversations and notifications. Muted conversations do not count. On systems without such numbers it is in the window title.',
      'When you close the window, Lyceum stays in the tray, and calls still ring. You can answer and decline them, mute and hang up there. To quit, use the menu of its icon. In [Settings](/settings#desktop) you can choose that closing the window quits.',
      'The menu of the icon also lists missed calls, your status and **Do not disturb**: then no call shows a notification, and the ringtone follows the rule that you choose in the settings.',
      'While you use another program, new messages appear as notifications of your system. On Windows and macOS you can reply there. A reply that cannot be sent yet is stored as other messages are. They follow your [notification settings](/settings#notifications): switches, quiet hours and mutes.',
      'Start at login, what notifications show, downloads, spelling and zoom are in [Settings](/settings#desktop), under “Desktop app”. In the browser, this section is missing.',
      'Does something not work? “Diagnostics” in the Help menu shows versions, connection and log, and saves them as a file for the people who run your server. “Restart in Safe Mode” starts with the default settings, once.',
      'The help is part of the client. You can read it even when the server is unreachable.',
    ],
  },
  {
    id: 'creators',
    roles: ['creator'],
    title: 'What creators have today',
    words: 'library sell publish upload why only',
    summary: 'Creators open Library and Help, answer questions about their items, and lead the classes of these items.',
    open: { path: '/library', label: 'Open the Library' },
    body: [
      `As a creator you have the [Library](/library), this help, and the menu with your name,
        where your settings are. The Library also contains your [sales](/library?sales=1), your advertisements and your
        profile: name, photo and biography. You are not in directories, and no one can connect with you or call you.`,
      `The page of each item that you publish is also its class: with the people who have it you share a discussion,
        announcements and events. Comments on your posts there are among your notifications. Posts elsewhere, and the
        classes of other authors, are for the other roles.`,
      `Published items are listed on the front page of Lyceum, where visitors see title, type, price
        and your name. See [what visitors see](/help?article=public-courses).`,
      'Would you rather post, chat and connect? Then another role fits better: see [the four roles](/help?article=roles).',
    ],
  },
  {
    id: 'public-courses',
    roles: ['teacher', 'institution', 'creator'],
    title: 'What visitors see',
    words: 'public landing front page price anonymous search engine',
    summary: 'Without signing in, people see the front page, published items and the policies. Nothing else.',
    body: [
      'The front page lists published items with title, type, price, image and the name of their author. Drafts are only shown to their author.',
      'Posts, profiles, connections, comments and the directory of students are for members who are signed in.',
      'Prices are shown in the one currency of this Lyceum.',
    ],
  },
]);
