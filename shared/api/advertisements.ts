import { endpoint, type PageQuery } from './endpoint.ts';
import type { UserCard } from './users.ts';

/**
 * The places of advertisements: rail of Home, its feed, courses, library, rail of people, events. Source: product.md
 * 2.18.
 */
export const AD_SECTIONS = [1, 2, 3, 4, 5, 6] as const;
/** One of {@link AD_SECTIONS}. */
export type AdSection = (typeof AD_SECTIONS)[number];

/** The place that creators see too, to whom events are closed. */
export const EVENTLESS_SECTION = 4;

/** What becomes of an advertisement: written, looked at by an operator, shown, stopped by its owner, refused. */
export type AdState = 'draft' | 'review' | 'active' | 'paused' | 'rejected';

/** An advertisement as everyone sees it. */
export interface AdvertisementView {
  id: string;
  userId: string;
  title: string;
  description: string;
  imageUrl: string | null;
  imageAlt: string | null;
  /** Where it leads outside; empty where it promotes an event. */
  linkUrl: string;
  /** The advertiser's event that it promotes; null where it leads outside. */
  eventId: string | null;
  section: AdSection;
  createdAt: string;
  /** On whose behalf it is shown. */
  advertiser: UserCard;
}

/** An advertisement as its owner sees it; the numbers are sums of all days. */
export interface OwnAdvertisementView extends AdvertisementView {
  state: AdState;
  rejectionReason: string | null;
  impressions: number;
  clicks: number;
}

/** Body of POST /api/advertisements; a draft waits for its owner, everything else for an operator. */
export interface AdvertisementInput {
  title: string;
  description: string;
  /** Needed unless it promotes an event. */
  linkUrl?: string | undefined;
  /** An own event that is still to come; members alone see events, so it does not stand in the Library. */
  eventId?: string | undefined;
  /** An own upload; null takes the picture away. */
  fileId?: string | null | undefined;
  imageAlt?: string | undefined;
  section: AdSection;
  isDraft?: boolean | undefined;
}

/** Body of PATCH /api/advertisements/:id; what changes is looked at again. */
export type EditAdvertisementInput = {
  [Key in keyof Omit<AdvertisementInput, 'eventId'>]?: AdvertisementInput[Key] | undefined;
};

/** Why an advertisement is shown. */
export interface WhyAdvertisement {
  advertiser: UserCard;
  section: AdSection;
  basis: string;
}

/** One day of an advertisement (`YYYY-MM-DD`, UTC). */
export interface AdDay {
  day: string;
  impressions: number;
  clicks: number;
}

interface ById {
  params: { id: string };
}

/** Advertisements. Source: product.md 2.18 and 4.8. */
export const advertisementEndpoints = {
  /** Those of a place that may be shown to the viewer now, the one whose turn it is first; at most five. */
  listAdvertisements: endpoint<{ query: { section: string } }, AdvertisementView[]>({
    method: 'GET',
    path: '/api/advertisements',
    who: 'signedIn',
    errors: [],
  }),
  listOwnAdvertisements: endpoint<Record<never, never>, OwnAdvertisementView[]>({
    method: 'GET',
    path: '/api/advertisements/mine',
    who: 'signedIn',
    errors: [],
  }),
  /** Everything that is shown at present, newest first. */
  listRegister: endpoint<{ query?: PageQuery }, AdvertisementView[]>({
    method: 'GET',
    path: '/api/advertisements/register',
    who: 'signedIn',
    errors: [],
    isPage: true,
  }),
  createAdvertisement: endpoint<{ body: AdvertisementInput }, OwnAdvertisementView>({
    method: 'POST',
    path: '/api/advertisements',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'AD_LIMIT', 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS'],
  }),
  editAdvertisement: endpoint<ById & { body: EditAdvertisementInput }, OwnAdvertisementView>({
    method: 'PATCH',
    path: '/api/advertisements/:id',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER'],
  }),
  removeAdvertisement: endpoint<ById, void>({
    method: 'DELETE',
    path: '/api/advertisements/:id',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER'],
  }),
  pauseAdvertisement: endpoint<ById, OwnAdvertisementView>({
    method: 'POST',
    path: '/api/advertisements/:id/pause',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'WRONG_STATE'],
  }),
  resumeAdvertisement: endpoint<ById, OwnAdvertisementView>({
    method: 'POST',
    path: '/api/advertisements/:id/resume',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'WRONG_STATE'],
  }),
  /** Counts that it was on screen; beyond the day's number nothing is counted. */
  countImpression: endpoint<ById, void>({
    method: 'POST',
    path: '/api/advertisements/:id/impression',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  /** Counts that it was followed, once a day for each viewer. */
  countClick: endpoint<ById, void>({
    method: 'POST',
    path: '/api/advertisements/:id/click',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  /** Never shows it to the viewer again. */
  hideAdvertisement: endpoint<ById, void>({
    method: 'POST',
    path: '/api/advertisements/:id/hide',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  whyAdvertisement: endpoint<ById, WhyAdvertisement>({
    method: 'GET',
    path: '/api/advertisements/:id/why',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  listAdDays: endpoint<ById, AdDay[]>({
    method: 'GET',
    path: '/api/advertisements/:id/stats',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER'],
  }),
} as const;
