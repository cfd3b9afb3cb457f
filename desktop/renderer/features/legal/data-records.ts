/** What one table keeps about people: why, for how long, and who can see it. */
export interface DataRecord {
  /** Name of the table in the database. */
  table: string;
  title: string;
  holds: string;
  purpose: string;
  retention: string;
  visibility: string;
}

const WITH_ACCOUNT = 'Until you delete it, or your account';

/** Every table of the database; data-records.test.ts compares it with the backend's entities. */
export const DATA_RECORDS: readonly DataRecord[] = [
  {
    table: 'users',
    title: 'Account and profile',
    holds: 'Username, e-mail address, scrambled password, full name, role, biography, institution, position, pictures, education and experience',
    purpose: 'To sign you in and to show others who is speaking',
    retention: 'As long as you have an account',
    visibility: 'Name, role, institution and position: members. E-mail address: you alone. Password: nobody, ever',
  },
  {
    table: 'user_preferences',
    title: 'Preferences',
    holds: 'Theme, colour, text size, and which notices you want',
    purpose: 'So that Lyceum looks and behaves the same on each of your devices',
    retention: 'As long as you have an account',
    visibility: 'You',
  },
  {
    table: 'posts',
    title: 'Posts',
    holds: 'Text, picture, its description, what you shared, and counts of likes, comments and shares',
    purpose: 'To publish what you choose to say',
    retention: WITH_ACCOUNT,
    visibility: 'Members you have not blocked',
  },
  {
    table: 'courses',
    title: 'Courses and resources',
    holds: 'Title, description, price, category, picture, files, and counts of enrolments and downloads',
    purpose: 'To offer what you teach or make',
    retention: 'Until you delete it; copies that someone bought stay with the buyer',
    visibility: 'Drafts: you. Published items: everyone, visitors too, with your name',
  },
  {
    table: 'messages',
    title: 'Messages',
    holds: 'Text, attached file, sender, receiver, and whether it was read',
    purpose: 'To deliver a conversation and show it on each device',
    retention: 'Until deleted; after you close your account the other person keeps their copy under the name “Deleted user”',
    visibility: 'The two people in the conversation',
  },
  {
    table: 'events',
    title: 'Events',
    holds: 'Title, description, date, place, and whether it is held online',
    purpose: 'To announce meetings and classes',
    retention: WITH_ACCOUNT,
    visibility: 'Members',
  },
  {
    table: 'advertisements',
    title: 'Advertisements',
    holds: 'Title, text, picture, link, and the place it appears in',
    purpose: 'To show a labelled advertisement that a member placed',
    retention: WITH_ACCOUNT,
    visibility: 'Members; the same for all of them',
  },
  {
    table: 'comments',
    title: 'Comments',
    holds: 'Text, and the post it belongs to',
    purpose: 'To let people answer a post',
    retention: 'Until you delete it, the post is deleted, or your account is',
    visibility: 'Those who can see the post',
  },
  {
    table: 'connections',
    title: 'Connections',
    holds: 'Who asked whom, and whether it was accepted',
    purpose: 'To know whom you chose to be in touch with',
    retention: 'Until one of the two ends it, or an account is deleted',
    visibility: 'The two of you; accepted connections also show as mutual',
  },
  {
    table: 'notifications',
    title: 'Notifications',
    holds: 'What happened, where, how urgent it is, and whether you read it',
    purpose: 'To tell you what needs your attention',
    retention: 'Until it expires, you delete it, or your account is deleted',
    visibility: 'You',
  },
  {
    table: 'search_index',
    title: 'Search index',
    holds: 'Words of posts, courses and profiles, sorted for search',
    purpose: 'To find things quickly',
    retention: 'Exactly as long as the item it points to',
    visibility: 'Whoever may see the item itself',
  },
  {
    table: 'search_history',
    title: 'Search history',
    holds: 'What you searched for, with filters, and which result you opened',
    purpose: 'To offer you your own earlier searches',
    retention: 'Until you clear it, or your account is deleted',
    visibility: 'You',
  },
  {
    table: 'sessions',
    title: 'Signed-in devices',
    holds: 'A scrambled session token, browser name, network address, and times',
    purpose: 'To keep you signed in, and to show you where you are',
    retention: '7 days without use, 30 days at most, or at once when you log out',
    visibility: 'You',
  },
  {
    table: 'post_likes',
    title: 'Likes',
    holds: 'Which posts you liked',
    purpose: 'To count each like once and let you take it back',
    retention: 'Until you take it back, or the post or your account is deleted',
    visibility: 'Those who can see the post',
  },
  {
    table: 'files',
    title: 'Uploaded files',
    holds: 'Name, type, size and fingerprint of a file; pictures are stored anew without place or camera data',
    purpose: 'To show or hand out what you uploaded',
    retention: 'As long as what uses it',
    visibility: 'Those who can see what uses it; checked at each request',
  },
  {
    table: 'saved_items',
    title: 'Saved items',
    holds: 'Which posts and other items you saved for later',
    purpose: 'To find them again',
    retention: 'Until you remove it, or the item or your account is deleted',
    visibility: 'You; the author is not told',
  },
  {
    table: 'blocks',
    title: 'Blocks',
    holds: 'Whom you blocked',
    purpose: 'To keep the two of you apart',
    retention: 'Until you lift it, or an account is deleted',
    visibility: 'You; the other person is not told',
  },
  {
    table: 'audit_log',
    title: 'Security log',
    holds: 'Sign-ins, changes of role, exports, deletions and acts of moderation, with account, network address and time',
    purpose: 'To notice misuse and to prove what was done',
    retention: 'As long as the operator’s security rules say; entries are never altered',
    visibility: 'The operator',
  },
  {
    table: 'idempotency_keys',
    title: 'Repeated requests',
    holds: 'A random number your app sends with each new item, and the answer it got',
    purpose: 'So that nothing is posted twice when the network stumbles',
    retention: '24 hours',
    visibility: 'Nobody; used by the software only',
  },
  {
    table: 'outbox',
    title: 'Announcements under way',
    holds: 'That something changed, and who is to hear of it',
    purpose: 'So that live updates arrive even when a server fails',
    retention: 'Seconds: deleted once announced',
    visibility: 'Nobody; used by the software only',
  },
];
