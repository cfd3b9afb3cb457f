import type * as z from 'zod/mini';
import { endpoint, endpoints, type Given, type Role } from './endpoint.ts';
import type { privacySchemas } from './privacy.schema.ts';

/**
 * Who may message, call or send requests to a member; for requests, `connections` means members with a shared
 * connection.
 */
export const REACHES = ['everyone', 'connections', 'none'] as const;
/** One of {@link REACHES}. */
export type Reach = (typeof REACHES)[number];

/**
 * Who sees a part of a profile; `institution`: members with a confirmed entry at the same institution, and that
 * institution.
 */
export const AUDIENCES = ['everyone', 'connections', 'institution', 'me'] as const;
/** One of {@link AUDIENCES}. */
export type Audience = (typeof AUDIENCES)[number];

/**
 * The parts of a profile that a member can hide; name, role and photo are shown with everything a member writes.
 * `learning` is the list of courses the member takes, `events` the events they attend.
 */
export const PROFILE_FIELDS = [
  'bio',
  'position',
  'institution',
  'educationData',
  'experienceData',
  'connections',
  'learning',
  'events',
] as const;
/** One of {@link PROFILE_FIELDS}. */
export type ProfileField = (typeof PROFILE_FIELDS)[number];

/** Data that suggestions can be based on. */
export const SUGGESTION_SOURCES = ['mutuals', 'institution', 'course', 'event'] as const;
/** One of {@link SUGGESTION_SOURCES}. */
export type SuggestionSource = (typeof SUGGESTION_SOURCES)[number];

/**
 * Times without notifications. They end the next day when `from` is later than `to`. Times are `HH:MM` in the IANA
 * zone.
 */
export interface QuietHours {
  isOn: boolean;
  from: string;
  to: string;
  zone: string;
}

/**
 * When a teacher answers messages; weekdays from 1 (Monday) to 7. They end the next day when `to` is not later than
 * `from`.
 */
export interface OfficeHours extends QuietHours {
  days: number[];
}

/** A member's privacy settings. */
export interface PrivacyView {
  whoCanMessage: Reach;
  whoCanCall: Reach;
  whoCanConnect: Reach;
  /**
   * Whose mentions notify the member; `connections` includes the members of the same institution, the author of an item
   * and its learners for each other, and the members of a class for the texts that address it.
   */
  whoCanMention: Reach;
  /** True when the member is listed in the directory; null until they have chosen, which counts as false. */
  directory: boolean | null;
  fieldVisibility: Record<ProfileField, Audience>;
  readReceipts: boolean;
  presence: boolean;
  /** True when calls are always sent through a relay, so that the other side does not learn the IP address. */
  alwaysRelay: boolean;
  historyPaused: boolean;
  suggestionSources: Record<SuggestionSource, boolean>;
  quietHours: QuietHours;
  /** Set by teachers only; every viewer of the teacher sees them while they are on. */
  officeHours: OfficeHours;
}

/** Changes of privacy settings; an omitted field is not changed. */
export type PrivacyInput = Given<z.infer<typeof privacySchemas.editPrivacy.body>>;

/**
 * Returns the settings of a member who has changed none. Every student counts as a possible minor, so strangers can
 * only send them requests and see less.
 */
export function defaultPrivacy(role: Role): PrivacyView {
  const isStudent = role === 'student';
  const lists: Audience = isStudent ? 'connections' : 'everyone';
  return {
    whoCanMessage: isStudent ? 'connections' : 'everyone',
    whoCanCall: 'connections',
    whoCanConnect: 'everyone',
    whoCanMention: isStudent ? 'connections' : 'everyone',
    directory: null,
    fieldVisibility: {
      bio: 'everyone',
      position: 'everyone',
      institution: 'everyone',
      educationData: 'everyone',
      experienceData: 'everyone',
      connections: lists,
      learning: 'connections',
      events: lists,
    },
    readReceipts: true,
    presence: true,
    alwaysRelay: false,
    historyPaused: false,
    suggestionSources: { mutuals: true, institution: true, course: true, event: true },
    quietHours: { isOn: false, from: '22:00', to: '07:00', zone: 'UTC' },
    officeHours: { isOn: false, days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', zone: 'UTC' },
  };
}

/** Privacy of the signed-in member. */
export const privacyEndpoints = endpoints<typeof privacySchemas>()({
  getPrivacy: endpoint<PrivacyView>()({
    method: 'GET',
    path: '/api/privacy',
    who: 'signedIn',
  }),
  editPrivacy: endpoint<PrivacyView>()({
    method: 'PATCH',
    path: '/api/privacy',
    who: 'signedIn',
    errors: ['NOT_ALLOWED'],
  }),
});
