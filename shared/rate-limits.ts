import { CALL_LIMITS } from './call-limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';

/**
 * How many requests, or what else is named, in which time.
 */
export const RATE_LIMITS = {
  account: { points: 600, windowMs: 5 * MINUTE_MS },
  anonymousAddress: { points: 600, windowMs: 5 * MINUTE_MS },
  signInAddress: { points: 600, windowMs: 5 * MINUTE_MS },
  files: { points: 6_000, windowMs: 5 * MINUTE_MS },
  /** Previews of items, opened by visitors; a large file is read in many parts. */
  publicFiles: { points: 600, windowMs: 5 * MINUTE_MS },
  /** Bytes of an account's stored responses of writes, compressed, without the short ones. */
  storedResponseBytes: { points: 2_000_000, windowMs: HOUR_MS },
  uploads: { points: 60, windowMs: 30 * MINUTE_MS },
  /** Milliseconds of work on the images of one account. */
  imageWorkMs: { points: 120_000, windowMs: HOUR_MS },
  /** Bytes of files that are received from one address. */
  uploadBytesAddress: { points: 20 * 1024 ** 3, windowMs: DAY_MS },
  /** Passwords that are hashed for one account, right or wrong: in browsers that its owner uses, and in others. */
  hashesAccount: { points: 30, windowMs: 5 * MINUTE_MS },
  /** Passwords that are hashed for one address, also of new accounts. */
  hashesAddress: { points: 300, windowMs: 5 * MINUTE_MS },
  failedSignInAccountAddress: { points: 10, windowMs: 15 * MINUTE_MS },
  failedSignInAddress: { points: 100, windowMs: 15 * MINUTE_MS },
  /** Of one account from all addresses together, without the browsers that its owner has used. */
  failedSignInAccount: { points: 30, windowMs: HOUR_MS },
  failedSignInAccountDay: { points: 100, windowMs: DAY_MS },
  /** Of one account from one browser that its owner has used. */
  failedSignInDevice: { points: 10, windowMs: 15 * MINUTE_MS },
  /** Of one account from all browsers that its owner has used: wrong passwords, and wrong codes. */
  failedSignInDevicesDay: { points: 100, windowMs: DAY_MS },
  failedCodesDevicesDay: { points: 50, windowMs: DAY_MS },
  /** Wrong codes of one account from all addresses together: of the app, recovery codes and the set-up, each apart. */
  failedCodes: { points: 10, windowMs: 15 * MINUTE_MS },
  failedCodesDay: { points: 50, windowMs: DAY_MS },
  connectionRequests: { points: 20, windowMs: HOUR_MS },
  /** First messages to members who have to accept them. */
  messageRequests: { points: 20, windowMs: HOUR_MS },
  posts: { points: 30, windowMs: HOUR_MS },
  comments: { points: 120, windowMs: HOUR_MS },
  reviews: { points: 60, windowMs: HOUR_MS },
  /** Everything that reaches others, by an account whose email address is not confirmed. */
  unconfirmedWrites: { points: 10, windowMs: DAY_MS },
  reports: { points: 20, windowMs: HOUR_MS },
  events: { points: 20, windowMs: HOUR_MS },
  courses: { points: 20, windowMs: HOUR_MS },
  /** Publications of items; drafts reach no one. */
  coursePublications: { points: 20, windowMs: HOUR_MS },
  courseChanges: { points: 20, windowMs: DAY_MS },
  enrollments: { points: 60, windowMs: HOUR_MS },
  purchases: { points: 60, windowMs: HOUR_MS },
  saleExports: { points: 20, windowMs: HOUR_MS },
  learnerExports: { points: 20, windowMs: HOUR_MS },
  recordExports: { points: 20, windowMs: HOUR_MS },
  /** Reports of a payment provider, which come from few addresses. */
  paymentEventsAddress: { points: 6_000, windowMs: 5 * MINUTE_MS },
  advertisements: { points: 20, windowMs: HOUR_MS },
  adCounts: { points: 200, windowMs: 5 * MINUTE_MS },
  supportRequests: { points: 10, windowMs: HOUR_MS },
  helpSearches: { points: 30, windowMs: HOUR_MS },
  messages: { points: 120, windowMs: MINUTE_MS },
  calls: { points: CALL_LIMITS.invitesPerMinute, windowMs: MINUTE_MS },
  /** Calls of one member to one other. */
  callsOfPair: { points: CALL_LIMITS.pairInvitesPerMinute, windowMs: MINUTE_MS },
  directoryExports: { points: 20, windowMs: HOUR_MS },
  searches: { points: 120, windowMs: MINUTE_MS },
  suggestions: { points: 600, windowMs: MINUTE_MS },
  mentions: { points: 300, windowMs: MINUTE_MS },
  testNotifications: { points: 20, windowMs: HOUR_MS },
  registrationsAddress: { points: 60, windowMs: HOUR_MS },
  forgottenPasswordsAddress: { points: 30, windowMs: HOUR_MS },
  forgottenPasswordsEmail: { points: 5, windowMs: HOUR_MS },
  accountEmails: { points: 10, windowMs: HOUR_MS },
  /** Emails to one address that no account has confirmed. */
  unconfirmedEmails: { points: 5, windowMs: DAY_MS },
  /** More than one a day, since one may fail; each replaces the one before. */
  exports: { points: 3, windowMs: DAY_MS },
} as const;

/**
 * Requests of one address that one node accepts before it loads their session: at once, and more each second. A
 * handshake of the live link counts as several and a file as a part of one. Counts of so many addresses are stored.
 */
export const FLOOD_LIMITS = {
  burst: 1_000,
  perSecond: 200,
  handshakeCost: 5,
  fileCost: 0.1,
  addressesMax: 50_000,
} as const;

/**
 * STUN requests of one address, and of all together, that one process answers: at once, and each second. A browser
 * sends about twenty for a call, and repeats those without a response.
 */
export const STUN_LIMITS = {
  address: { burst: 600, perSecond: 100, addressesMax: 50_000 },
  all: { burst: 4_000, perSecond: 2_000, addressesMax: 1 },
} as const;

/** By how much the limits of an address are wider in a trusted network, where a school's members share one. */
export const TRUSTED_NETWORK_FACTOR = 50;

/** A name of {@link RATE_LIMITS}. */
export type LimitName = keyof typeof RATE_LIMITS;
