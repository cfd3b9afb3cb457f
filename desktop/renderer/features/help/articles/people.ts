import { CONNECTION_LIMITS, STUDENT_LIMITS } from '#shared/limits.ts';
import { RATE_LIMITS } from '#shared/rate-limits.ts';
import { MEMBERS, articlesOf } from '../article.ts';

/** Connections, the directory, blocks and reports. */
export const PEOPLE_ARTICLES = articlesOf('people', [
  {
    id: 'connect',
    roles: MEMBERS,
    title: 'Ask someone to connect',
    words: 'request invite note pending limit cooldown withdraw declined again',
    summary: 'A request with or without a note; the other one decides.',
    open: { path: '/connections/suggestions', label: 'Open Suggestions' },
    body: [
      `Choose **Connect** on a profile, a suggestion or a card under Students. You can add a note of ` +
        `up to ${CONNECTION_LIMITS.noteMaxChars} characters. If the other one has asked you already, ` +
        `you are connected at once.`,
      { heading: 'Limits', id: 'limits' },
      {
        points: [
          `At most ${CONNECTION_LIMITS.pendingMax} of your requests can be open at once, and ` +
            `${RATE_LIMITS.connectionRequests.points} can be sent in an hour. Withdraw old ones under ` +
            `[Connections](/connections).`,
          `When someone has declined, you can ask again after ${CONNECTION_LIMITS.cooldownDays} days. ` +
            `They can send you a request at any time.`,
          `When you have withdrawn a request, you can send the next one after ` +
            `${CONNECTION_LIMITS.withdrawnHours} hours.`,
          'A student reads your note only after accepting.',
          'Creators cannot be connected with, and some members take requests from connections of their connections only, or from no one.',
        ],
      },
      'No one is notified when you remove a connection. You can ask again later.',
    ],
  },
  {
    id: 'answer-requests',
    roles: MEMBERS,
    title: 'Answer requests',
    words: 'accept decline ignore received keyboard triage already answered',
    summary: 'Accept, decline, or ignore: three different answers.',
    open: { path: '/connections', label: 'Open Connections' },
    body: [
      {
        points: [
          '**Accept** connects the two of you, and the other one is notified.',
          '**Decline** notifies the other one, who may ask again some weeks later.',
          '**Ignore** removes the request from your list. The other one is not notified.',
        ],
      },
      'With the keyboard: go to a request and press **A**, **D** or **I**. The next one is then in focus.',
      'If it says that a request has already been answered, you did so on another device, or it was withdrawn. The list updates by itself.',
    ],
  },
  {
    id: 'suggestions',
    roles: MEMBERS,
    title: 'Where suggestions come from',
    words: 'people you may know reasons mutual same course institution event dismiss',
    summary: 'From four reasons that you can check, and nothing else.',
    open: { path: '/connections/suggestions', label: 'Open Suggestions' },
    body: [
      'A member is suggested when you have connections in common, are confirmed by the same institution, learn with the same course, or have signed up for the same event. Each suggestion names its reason. Students who are not in the directory are suggested only by connections in common and a confirmed institution.',
      'Nothing is guessed from what you read or whose page you look at.',
      'Remove a suggestion with the cross; **Undo** restores it. Each reason has a switch in [Settings, Privacy](/settings#privacy): a reason that you switch off is not used for your suggestions, and you are not suggested for it either.',
    ],
  },
  {
    id: 'who-can-reach-you',
    roles: MEMBERS,
    title: 'Who may reach you',
    words: 'message call connect stranger privacy allow nobody no one online receipts',
    summary: 'For messages, calls and requests you choose everyone, connections or no one.',
    open: { path: '/settings#privacy', label: 'Open Settings, Privacy' },
    body: [
      'The choice takes effect at once and on all devices.',
      {
        points: [
          'Students start with messages from connections only. Other members start with messages from everyone.',
          'Calls start with connections only.',
          'For requests to connect you can choose everyone, connections of your connections, or no one.',
        ],
      },
      'Read receipts and the sign that you are online go both ways: when you switch them off you do not see them of others either.',
      'To keep one person away whatever you have chosen, [block them](/help?article=block).',
    ],
  },
  {
    id: 'directory',
    roles: ['student'],
    title: 'Be found by others, or not',
    words: 'students directory listed consent opt in hide privacy fields leave',
    summary: 'You are in the directory only if you choose to be, with exactly the details you tick.',
    open: { path: '/students', label: 'Open Students' },
    body: [
      'Under [Students](/students) you tick what others may see: name, institution, field of study, the year you began, the text about you, your courses and your photo. The preview shows the card just as others will see it.',
      {
        points: [
          'Students, teachers and institutions who are signed in can find you. Visitors, creators, and members who are blocked by you or block you cannot.',
          'Without your name, your card shows your username, and the search for people does not find you by name.',
          'What your [profile](/help?article=who-sees-what) does not show to everyone is never in the directory, even when it is ticked.',
          'Your email address is not shown, whatever you tick.',
        ],
      },
      'Change it or leave at any time, there or with the switch in [Settings, Privacy](/settings#privacy). You are removed from the list at once. If you join again, what you had ticked is still ticked.',
    ],
  },
  {
    id: 'find-students',
    roles: MEMBERS,
    title: 'Find students',
    words: 'directory search filter facet table csv export institution field year course',
    summary: 'Narrow the directory by institution, field, year, course and connection, as cards or as a table.',
    open: { path: '/students', label: 'Open Students' },
    body: [
      'The directory lists students who chose to be found, each with what they chose to show. The numbers beside the filters show how many students match each choice.',
      `Order it by newest, by name, or by connections in common. There is no
        order by popularity. The filters are part of the address, so you can save it as a bookmark.`,
      { heading: 'Save as CSV', id: 'csv' },
      `The file contains what the list shows you, at most ${STUDENT_LIMITS.exportMaxRows} lines, and ` +
        `never an email address. Treat it as you would want others to treat a file about you, and ` +
        `delete it when you no longer need it.`,
    ],
  },
  {
    id: 'analytics',
    roles: MEMBERS,
    title: 'Read your numbers',
    words: 'analytics statistics numbers graph views likes enrollments revenue csv export compare period',
    summary: 'Analytics shows what happened on each day. Only you see your numbers.',
    open: { path: '/analytics', label: 'Open Analytics' },
    body: [
      'Choose a period, then a card; **More numbers** shows the other cards. The graph shows the number of the card for each day, and the sentence above it says the same in words. What counts as one is written under its name.',
      'With the keyboard, go to the graph with Tab. The arrow keys move by a day, Page Up and Page Down by a week, Home and End to the first and the last day.',
      'A day begins at midnight in UTC, so it can begin in the evening or in the morning where you are. Numbers are counted once an hour, and today is not over.',
      'The numbers under **Now** do not depend on the period, such as the items that you have in progress. In the CSV file they are in the last row, in columns of their own.',
      { heading: 'Views', id: 'views' },
      'A member who opens your profile or the page of your item counts once a day. Lyceum does not store who it was, and you cannot find out.',
      { heading: 'Save as CSV', id: 'numbers-csv' },
      'The file contains the rows of the table. The sum of each column is the number of its card.',
      'Lessons and files of an item, and the members of an institution, have files of their own. They contain what is shown, and nothing about groups that are too small to be shown.',
      'Amounts are added up in one currency. When sales were in another one, their amounts are written below the cards and have their own columns. Nothing is converted.',
      { heading: 'Members of an institution', id: 'members' },
      'Institutions see their confirmed members in groups of five or more, once a week. Counts are rounded down to multiples of five, so that no number shows what one member did.',
    ],
  },
  {
    id: 'study-partner',
    roles: ['student'],
    title: 'Look for a study partner',
    words: 'partner study together group course flag',
    summary: 'Your card in the directory can say in which course you would like company, until a day you choose.',
    open: { path: '/students', label: 'Open Students' },
    body: [
      {
        steps: [
          'Join the directory under [Students](/students).',
          'Choose **Look for one**, a course that you learn with, and the last day on which it should be shown.',
          'To stop earlier, choose the cross beside it.',
        ],
      },
      `A day can be at most ${STUDENT_LIMITS.partnerMaxDays} days ahead. After it the note ` +
        `is removed. Leaving the directory removes it as well.`,
      'To find others who look for company, tick **Looking for a study partner** among the filters, and a course if you like.',
    ],
  },
  {
    id: 'block',
    roles: MEMBERS,
    title: 'Block someone',
    words: 'block unblock hide stop harassment',
    summary: 'You and they see nothing of each other. They are not notified.',
    open: { path: '/settings#blocked', label: 'Open Settings, Blocked members' },
    body: [
      'Choose **Block** in the menu with the three dots on their profile, or on a post, a comment, a message or an event of theirs. A message request has it below the text. A connection between you ends. Posts, comments, suggestions, lists and searches leave each of you out for the other.',
      'To them your page looks as if it did not exist. They are not notified of the block.',
      'Unblock them in [Settings, Blocked members](/settings#blocked). You are not connected again by that.',
      'Is someone breaking the rules? Then [report it](/help?article=report) as well. The operators are not notified of blocks.',
    ],
  },
  {
    id: 'report',
    roles: MEMBERS,
    title: 'Report a post, a message or a person',
    words: 'abuse spam harassment rules moderation operator safety comment event conversation request',
    summary: 'The operators review it. The author does not learn who reported it.',
    body: [
      {
        steps: [
          'Open the menu with the three dots on the post, the comment, the message, the conversation, the event or the profile, and choose **Report**. A message request has it below the text.',
          'Choose what is wrong, and add a word if it helps.',
          'Send it. You can block the person in the same window.',
        ],
      },
      'With a message, the operators see the five messages before it; with a conversation, its last five. They also see those that you deleted only for yourself, and how many were deleted for both. They see no other messages.',
      'Your report contains what was written at that moment, also when it is changed or deleted afterwards. Reporting the same thing twice adds nothing while the first report is open.',
      'If someone is in danger, call the emergency number of your country first. Lyceum is no emergency service.',
    ],
  },
]);
