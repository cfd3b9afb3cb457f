import type * as z from 'zod/mini';
import { endpoint, endpoints } from './endpoint.ts';
import type { advertisementSchemas } from './advertisements.schema.ts';
import type { UserCard } from './users.ts';

/**
 * The places of advertisements: rail of Home, its feed, courses, library, rail of people, events.
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

/** Body of POST /api/advertisements. A draft stays with its owner; everything else is reviewed by an operator. */
export type AdvertisementInput = z.infer<typeof advertisementSchemas.createAdvertisement.body>;

/** Body of PATCH /api/advertisements/:id; a change is reviewed again. */
export type EditAdvertisementInput = z.infer<typeof advertisementSchemas.editAdvertisement.body>;

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

/** Advertisements. */
export const advertisementEndpoints = endpoints<typeof advertisementSchemas>()({
  /** Those of a place that may be shown to the viewer now, the one whose turn it is first; at most five. */
  listAdvertisements: endpoint<AdvertisementView[]>()({
    method: 'GET',
    path: '/api/advertisements',
    who: 'signedIn',
  }),
  listOwnAdvertisements: endpoint<OwnAdvertisementView[]>()({
    method: 'GET',
    path: '/api/advertisements/mine',
    who: 'signedIn',
  }),
  /** Everything that is shown at present, newest first. */
  listRegister: endpoint<AdvertisementView[]>()({
    method: 'GET',
    path: '/api/advertisements/register',
    who: 'signedIn',
    isPage: true,
  }),
  createAdvertisement: endpoint<OwnAdvertisementView>()({
    method: 'POST',
    path: '/api/advertisements',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'AD_LIMIT'],
    isIdempotent: true,
    limit: 'advertisements',
  }),
  editAdvertisement: endpoint<OwnAdvertisementView>()({
    method: 'PATCH',
    path: '/api/advertisements/:id',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER'],
  }),
  removeAdvertisement: endpoint<void>()({
    method: 'DELETE',
    path: '/api/advertisements/:id',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER'],
  }),
  pauseAdvertisement: endpoint<OwnAdvertisementView>()({
    method: 'POST',
    path: '/api/advertisements/:id/pause',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'WRONG_STATE'],
  }),
  resumeAdvertisement: endpoint<OwnAdvertisementView>()({
    method: 'POST',
    path: '/api/advertisements/:id/resume',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'WRONG_STATE'],
  }),
  /** Counts that it was on screen; beyond the day's number nothing is counted. */
  countImpression: endpoint<void>()({
    method: 'POST',
    path: '/api/advertisements/:id/impression',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
    limit: 'adCounts',
  }),
  /** Counts that it was followed, once a day for each viewer. */
  countClick: endpoint<void>()({
    method: 'POST',
    path: '/api/advertisements/:id/click',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
    limit: 'adCounts',
  }),
  /** Never shows it to the viewer again. */
  hideAdvertisement: endpoint<void>()({
    method: 'POST',
    path: '/api/advertisements/:id/hide',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  whyAdvertisement: endpoint<WhyAdvertisement>()({
    method: 'GET',
    path: '/api/advertisements/:id/why',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  listAdDays: endpoint<AdDay[]>()({
    method: 'GET',
    path: '/api/advertisements/:id/stats',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER'],
  }),
});
