import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './time.ts';

const MB = 1024 * 1024;
/** Items of a page: the default, and the maximum of a request. */
const PAGE = { pageItems: 20, pageMaxItems: 50 } as const;

/**
 * Sizes of account fields, in characters; how many months no one else can take a username that was given up, and how
 * many of one account are held, so that no one keeps many names from others. Password bounds: NIST SP 800-63B, OWASP
 * ASVS 6.2.1 and 6.2.9.
 */
export const USER_LIMITS = {
  usernameMinChars: 3,
  usernameMaxChars: 30,
  usernameHeldMonths: 6,
  usernamesHeldMax: 5,
  emailMaxChars: 254,
  fullNameMaxChars: 100,
  institutionMaxChars: 120,
  positionMaxChars: 120,
  bioMaxChars: 2_000,
  passwordMinChars: 8,
  passwordMaxChars: 128,
} as const;

/**
 * Entries of education and experience: number, and characters of an entry and of its description; characters of an
 * image's description; pages of users and of profile lists in items; characters of a search.
 */
export const PROFILE_LIMITS = {
  entriesMax: 30,
  entryMaxChars: 120,
  descriptionMaxChars: 1_000,
  imageAltMaxChars: 500,
  ...PAGE,
  searchMaxChars: 100,
} as const;

/**
 * The directory: pages and facets in items, a cursor in characters (it contains a name), rows of an export, days that a
 * study-partner flag may last.
 */
export const STUDENT_LIMITS = {
  pageItems: 24,
  pageMaxItems: 50,
  facetItems: 30,
  cursorMaxChars: 800,
  exportMaxRows: 5_000,
  partnerMaxDays: 180,
  bioChars: 200,
} as const;

/**
 * Numbers: the longest period in days, the earliest day, how many subjects a number lists, the fewest members of a
 * group that an institution sees, how many questions an answer time has in all and of one member, of how many messages
 * or posts of a member these are made, and how long after midnight (UTC) a day is counted again.
 */
export const ANALYTICS_LIMITS = {
  daysMax: 366,
  firstDay: '2020-01-01',
  subjectsMax: 20,
  annotationsMax: 100,
  noteMaxChars: 200,
  notesMax: 500,
  learnersMax: 1_000,
  groupMin: 5,
  activeDays: 7,
  questionDays: 90,
  questionsMax: 50,
  questionsOfMember: 2,
  questionsReadOfMember: 20,
  unansweredDays: 7,
  answerWithinMessages: 200,
  finalAfterHours: 2,
  rollUpDays: 31,
} as const;

/** Pending claims of a member; pages in items. */
export const VERIFICATION_LIMITS = { pendingMax: 20, ...PAGE } as const;

/** Posts: content in characters, pages and history in items. */
export const POST_LIMITS = {
  contentMaxChars: 5_000,
  imageAltMaxChars: 500,
  ...PAGE,
  /** Number of likes from which a post counts as popular. */
  popularLikes: 10,
  /** Posts that a page reads at most when the reader has turned reasons off. */
  scanMax: 2_000,
  /** Versions shown at most. */
  historyItems: 50,
  /** Newest announcements above the discussion of a class. */
  announcedItems: 3,
  /** Posts of a class that its author can pin. */
  pinnedItems: 3,
  /** How long after an announcement of an item the next one can be written, in milliseconds. */
  announcementEveryMs: DAY_MS,
} as const;

/** Audiences: classes that a member can choose from. */
export const AUDIENCE_LIMITS = { classItems: 100 } as const;

/**
 * Drafts: text in characters (the longest text of a form), stored drafts per user.
 */
export const DRAFT_LIMITS = { bodyMaxChars: 5_000, storedMax: 100 } as const;

/** Comments: content in characters, pages in items. */
export const COMMENT_LIMITS = { contentMaxChars: 2_000, ...PAGE } as const;

/**
 * Reviews: stars, text of a review and of a reply in characters, pages in items, percentage of an item to be used
 * before a review, without a download: not below `refundProgress`, so that no one reviews and takes the money back.
 */
export const REVIEW_LIMITS = { ratingMax: 5, textMaxChars: 2_000, minProgress: 30, ...PAGE } as const;

/** Announcements of the operator, in characters. */
export const ANNOUNCEMENT_LIMITS = { titleMaxChars: 120, contentMaxChars: 1_000 } as const;

/**
 * Mentions: names looked up and users mentioned in a text, suggested users, characters of a search, and users notified
 * of a comment because they commented before, found among the latest comments.
 */
export const MENTION_LIMITS = {
  namesMax: 40,
  usersMax: 20,
  suggestedItems: 8,
  searchMaxChars: 40,
  threadUsersMax: 500,
  threadCommentsMax: 2_000,
} as const;

/**
 * Courses and other items: texts in characters, the highest price of any currency in minor units (price-limits.ts has
 * that of each), numbers of files, sections, lessons, questions and options, pages in items, days without activity
 * after which a learner counts as inactive, and rows of an exported roster.
 */
export const COURSE_LIMITS = {
  titleMaxChars: 120,
  descriptionMaxChars: 8_000,
  noteMaxChars: 1_000,
  lessonMaxChars: 20_000,
  linkMaxChars: 500,
  questionMaxChars: 500,
  optionMaxChars: 200,
  positionMaxChars: 300,
  searchMaxChars: 100,
  institutionMaxChars: 120,
  priceMax: 200_000_000,
  perUser: 500,
  libraryAuthors: 100,
  completionFromLearners: 10,
  completionOfLearners: 1_000,
  answersFrom: 10,
  filesMax: 100,
  sectionsMax: 50,
  lessonsMax: 200,
  questionsMax: 20,
  questionsVersionMaxChars: 16,
  behindPercent: 20,
  optionsMax: 6,
  changeItems: 20,
  ...PAGE,
  inactiveDays: 14,
  studyPauseMs: 300_000,
  exportMaxRows: 50_000,
} as const;

/**
 * Purchases: reason of a refund in characters, pages in items, lines of an export, the highest number of days of
 * automatic refunds, the percentage of an item that was used from which on the seller decides, as after a download, and
 * automatic refunds of one buyer in a number of days.
 */
export const PURCHASE_LIMITS = {
  reasonMaxChars: 500,
  ...PAGE,
  exportMaxRows: 50_000,
  refundDaysMax: 365,
  refundProgress: 30,
  automaticRefundsMax: 3,
  automaticRefundDays: 30,
} as const;

/**
 * Connections: note in characters, pages in items, pending requests, days until a declined one may be repeated and
 * hours until a withdrawn one may be.
 */
export const CONNECTION_LIMITS = {
  noteMaxChars: 300,
  ...PAGE,
  pendingMax: 100,
  cooldownDays: 30,
  withdrawnHours: 24,
  searchMaxChars: 100,
  suggestions: 20,
} as const;

/**
 * Events: texts in characters, seats, seats that a student can offer, pages in items, times in milliseconds: the length
 * of an event without an end, the time before the start at which the join link is shown, the past of a calendar feed.
 */
export const EVENT_LIMITS = {
  titleMaxChars: 120,
  descriptionMaxChars: 4_000,
  locationMaxChars: 200,
  joinUrlMaxChars: 500,
  searchMaxChars: 100,
  capacityMax: 100_000,
  studentCapacityMax: 30,
  ...PAGE,
  feedItems: 500,
  conflictItems: 5,
  durationMaxMs: 7 * DAY_MS,
  aheadMaxMs: 5 * 365 * DAY_MS,
  defaultDurationMs: HOUR_MS,
  joinOpensMs: 15 * MINUTE_MS,
  /** How long a seat is held for the next member in line, unless the event starts earlier. */
  holdMs: DAY_MS,
  feedBackMs: 90 * DAY_MS,
  /** How often participants are notified of edits of one event, at most. */
  editNotificationsEveryMs: 10 * MINUTE_MS,
} as const;

/**
 * Search: a query, a category and a snippet in characters, words of a query, pages in items, maximum of counts,
 * position of an opened result, stored searches and opened results, and how long continued typing counts as the same
 * search.
 */
export const SEARCH_LIMITS = {
  queryMaxChars: 200,
  categoryMaxChars: 100,
  wordsMax: 12,
  snippetChars: 180,
  ...PAGE,
  countMax: 200,
  positionMax: 10_000,
  historyMax: 200,
  clicksMax: 20,
  sameSearchMs: 2 * MINUTE_MS,
} as const;

/**
 * Advertisements: texts in characters, pages in items, advertisements per user, advertisements per section, displays
 * per viewer and day, days of statistics.
 */
export const AD_LIMITS = {
  titleMaxChars: 80,
  descriptionMaxChars: 200,
  linkMaxChars: 500,
  imageAltMaxChars: 300,
  ...PAGE,
  perUser: 20,
  choiceItems: 5,
  perDay: 6,
  statDays: 90,
} as const;

/**
 * Reports: note in characters; messages that the operator sees, before a reported one or of a reported conversation.
 */
export const REPORT_LIMITS = { noteMaxChars: 1_000, contextMessages: 5 } as const;
/**
 * Notifications: pages and emails in items, texts in characters, times in milliseconds.
 */
export const NOTIFICATION_LIMITS = {
  ...PAGE,
  groupKeyMaxChars: 100,
  /** Unread groups of a category that are counted; more than 99 are shown as 99+. */
  countedGroups: 100,
  excerptMaxChars: 140,
  snoozeMaxMs: 366 * DAY_MS,
  /** Delay of an email, so that a member who reads the notification in the app gets none. */
  emailDelayMs: 2 * MINUTE_MS,
  /** How long a deleted one can be restored. */
  undoMs: HOUR_MS,
  digestItems: 20,
  mutedMax: 500,
  /** Notifications a day between two members who are strangers, of what one of them wrote. */
  strangersDay: 3,
} as const;

/**
 * Web push: browsers per user, characters of an address and of a key, lifetime of a message and timeout of the service.
 */
export const PUSH_LIMITS = {
  subscriptionsPerUser: 10,
  endpointMaxChars: 1_000,
  keyMaxChars: 200,
  ttlMs: DAY_MS,
  timeoutMs: 10 * SECOND_MS,
} as const;

/** Help: searches and messages in characters, stored searches. */
export const HELP_LIMITS = {
  searchMaxChars: 80,
  searchesMax: 1_000,
  textMaxChars: 4_000,
  requestIdMaxChars: 64,
} as const;

/**
 * Messages: text in characters, pages in items, maximum of the unread count, how long one can be edited or deleted for
 * both, characters of a quote and of a search.
 */
export const MESSAGE_LIMITS = {
  contentMaxChars: 5_000,
  pageItems: 50,
  pageMaxItems: 100,
  conversationsItems: 30,
  conversationsMaxItems: 50,
  unreadMax: 100,
  changeableMs: 15 * MINUTE_MS,
  /** How long a message is unread before its receiver is notified, unless a device of theirs is active. */
  notifyAfterMs: 2 * MINUTE_MS,
  quoteMaxChars: 140,
  searchMaxChars: 200,
  searchItems: 20,
  searchMaxItems: 50,
  filesItems: 30,
  filesMaxItems: 60,
} as const;

/**
 * Presence, in milliseconds: how long a user whose connection was lost counts as present, the interval of heartbeats,
 * and the time without one after which a node counts as dead. The users of a dead node go offline within the ping
 * window of {@link SOCKET_LIMITS}. A user without an input for `seenMs` does not see their screen, and is away after
 * `idleMs`; what happens on a page that is hidden or behind others is reported after `hiddenMs`.
 */
export const PRESENCE_LIMITS = {
  graceMs: 5_000,
  heartbeatMs: 5_000,
  deadMs: 15_000,
  seenMs: MINUTE_MS,
  idleMs: 5 * MINUTE_MS,
  hiddenMs: 5_000,
  intentsPerSecond: 0.5,
  intentsBurst: 10,
  idsMax: 100,
} as const;

/** The log of a user: entries of one response, and how long and how many are stored. */
export const USER_LOG_LIMITS = { pageEntries: 1_000, retentionMs: 30 * DAY_MS, entriesMax: 100_000 } as const;

/**
 * Uploads, in bytes, pixels and milliseconds. `maxBytes` is a file's size by its purpose, `imageMaxBytes` also what one
 * multipart request may carry, `chunkBytes` what a resumable upload sends in one request.
 */
export const FILE_LIMITS = {
  maxBytes: {
    'post-image': 10 * MB,
    'profile-image': 10 * MB,
    'cover-image': 10 * MB,
    'advertisement-image': 10 * MB,
    'message-photo': 100 * MB,
    'message-file': 100 * MB,
    'course-image': 10 * MB,
    'course-file': 5 * 1024 * MB,
  },
  imageMaxBytes: 10 * MB,
  chunkBytes: 8 * MB,
  /** Pixels of all frames, by what decoding costs; a progressive JPEG cannot be decoded at a smaller scale. */
  imageMaxPixels: {
    jpeg: 120_000_000,
    progressiveJpeg: 40_000_000,
    png: 40_000_000,
    webp: 40_000_000,
    avif: 12_000_000,
    gif: 12_000_000,
  },
  /** Work on one image, in seconds. */
  imageMaxSeconds: 5,
  /**
   * Pixels of an image that pages show. A long one, such as the screenshot of a page, may have `imageLongMaxPixels`, as
   * long as its shorter edge has no more than `imageLongEdgePx`, so that its text can be read.
   */
  imageShownMaxPixels: 2_048 * 2_048,
  imageLongMaxPixels: 4 * 2_048 * 2_048,
  imageLongEdgePx: 1_080,
  /** The longest edge of a WebP (WebP Container Specification, "VP8X"), and below it of one without transparency. */
  webpMaxEdgePx: 16_383,
  imageMaxSourceEdgePx: 30_000,
  previewMaxEdgePx: 480,
  nameMaxChars: 255,
  claimedNameMaxChars: 4_000,
  sessionRetentionMs: DAY_MS,
  linkMs: 5 * MINUTE_MS,
  sessionsMax: 50,
  quotaBytes: { student: 1024 * MB, teacher: 5 * 1024 * MB, institution: 5 * 1024 * MB, creator: 5 * 1024 * MB },
  /** Of every role, until the email address is confirmed. */
  unconfirmedQuotaBytes: 100 * MB,
} as const;

/** JSON requests: bytes of a body and levels of nesting. */
export const REQUEST_LIMITS = { bodyMaxBytes: 64 * 1024, depthMax: 8, idempotencyKeyMaxChars: 128 } as const;

/** Life of a session: idle and absolute for members, idle for visitors. Source: ASVS 7.3. */
export const SESSION_LIMITS = {
  idleMs: 7 * DAY_MS,
  absoluteMs: 30 * DAY_MS,
  anonymousMs: 2 * HOUR_MS,
  /** How long the visitor's session stays usable after sign-in, so that a retried sign-in gets the same response. */
  supersededMs: 10 * MINUTE_MS,
  /** How long a browser is recognised after its last sign-in. */
  knownDeviceMs: 365 * DAY_MS,
  /** How many browsers of one account are recognised. */
  knownDevicesMax: 20,
} as const;

/**
 * Accounts: how long emailed links and the second step of a sign-in are valid, number of recovery codes, how long an
 * archive is stored and how long a deletion can be undone. `restoreLinkMs` is how long the owner of the previous
 * address can take an account back.
 */
export const ACCOUNT_LIMITS = {
  verifyLinkMs: DAY_MS,
  resetLinkMs: HOUR_MS,
  restoreLinkMs: 7 * DAY_MS,
  /** Such a link removes a second factor that was enabled up to this time before it was sent, or since. */
  recentFactorMs: 30 * DAY_MS,
  pendingSignInMs: 5 * MINUTE_MS,
  recoveryCodes: 10,
  exportRetentionMs: 7 * DAY_MS,
  /** How long an archive can be downloaded after the password was entered. */
  exportConfirmedMs: HOUR_MS,
  undoDeletionMs: 14 * DAY_MS,
  /** After how many failed sign-ins in a day, or wrong codes in 15 minutes, the owner is notified by email. */
  failedSignInsNotified: 20,
  wrongCodesNotified: 5,
} as const;

/** How long the response of an Idempotency-Key is stored. */
export const IDEMPOTENCY_RETENTION_MS = DAY_MS;

/**
 * The live link. `roomsPerSocket` counts the rooms of what a client shows; counters of one record are pushed at most
 * every `countersEveryMs`, a profile to connections every `profileEveryMs`.
 */
export const SOCKET_LIMITS = {
  pingIntervalMs: 15 * SECOND_MS,
  pingTimeoutMs: 10 * SECOND_MS,
  connectTimeoutMs: 10 * SECOND_MS,
  frameMaxBytes: 64 * 1024,
  socketsPerUser: 10,
  roomsPerSocket: 50,
  countersEveryMs: SECOND_MS,
  profileEveryMs: MINUTE_MS,
  spreadPerReceiverMs: 2.5,
  spreadMaxMs: 5 * SECOND_MS,
  intentsPerSecond: 30,
  intentsBurst: 60,
  strikes: 5,
  depthMax: 8,
} as const;

/** Reconnection of the live link: one burst, and how often a new one starts. */
export const RECONNECT_LIMITS = { attempts: 5, delayMs: SECOND_MS, newBurstEveryMs: 30 * SECOND_MS } as const;
