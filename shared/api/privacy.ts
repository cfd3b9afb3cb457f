import type * as z from 'zod/mini';
import { endpoint, endpoints, type Given, type Role } from './endpoint.ts';
import type { privacySchemas } from './privacy.schema.ts';

/**
 * Who may reach a member by message, call or request; for requests `connections` means those with a connection in
 * common.
 */
export const REACHES = ['everyone', 'connections', 'none'] as const;
/** One of {@link REACHES}. */
export type Reach = (typeof REACHES)[number];

/**
 * Who sees a part of a profile; `institution`: those whose place at the same institution is confirmed, and that
 * institution.
 */
export const AUDIENCES = ['everyone', 'connections', 'institution', 'me'] as const;
/** One of {@link AUDIENCES}. */
export type Audience = (typeof AUDIENCES)[number];

/**
 * The parts of a profile that a member can hide; name, role and photo are shown with everything a member writes.
 * `learning` is the list of items one learns with, `events` the meet-ups one goes to.
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

/** The facts that suggestions are based on. */
export const SUGGESTION_SOURCES = ['mutuals', 'institution', 'course', 'event'] as const;
/** One of {@link SUGGESTION_SOURCES}. */
export type SuggestionSource = (typeof SUGGESTION_SOURCES)[number];

/** When a member is left alone; from later than to passes midnight. Times are `HH:MM` in the IANA zone. */
export interface QuietHours {
  isOn: boolean;
  from: string;
  to: string;
  zone: string;
}

/**
 * When a teacher answers; weekdays from 1 (Monday) to 7, times `HH:MM` in the IANA zone, a `to` that is not later
 * passes midnight.
 */
export interface OfficeHours {
  isOn: boolean;
  days: number[];
  from: string;
  to: string;
  zone: string;
}

/** A member's privacy settings. */
export interface PrivacyView {
  whoCanMessage: Reach;
  whoCanCall: Reach;
  whoCanConnect: Reach;
  /** Whether the member is listed in the directory; null until they have chosen, which counts as no. */
  directory: boolean | null;
  fieldVisibility: Record<ProfileField, Audience>;
  readReceipts: boolean;
  presence: boolean;
  historyPaused: boolean;
  suggestionSources: Record<SuggestionSource, boolean>;
  quietHours: QuietHours;
  /** Set by teachers alone, and shown to everyone who sees them while they are on. */
  officeHours: OfficeHours;
}

/** Changes of privacy settings; a field that is left out stays. */
export type PrivacyInput = Given<z.infer<typeof privacySchemas.editPrivacy.body>>;

/**
 * What holds until a member changes it. Every student counts as a possible minor, so strangers reach them by request
 * alone and see less.
 */
export function defaultPrivacy(role: Role): PrivacyView {
  const isStudent = role === 'student';
  const lists: Audience = isStudent ? 'connections' : 'everyone';
  return {
    whoCanMessage: isStudent ? 'connections' : 'everyone',
    whoCanCall: 'connections',
    whoCanConnect: 'everyone',
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
