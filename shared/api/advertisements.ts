import type * as z from 'zod/mini';
import { endpoint, endpoints } from './endpoint.ts';
import type { advertisementSchemas } from './advertisements.schema.ts';
import type { UserCard } from './users.ts';

/**
 * Sections with advertisements: 1 rail of Home, 2 its feed, 3 courses, 4 library, 5 rail of people, 6 events.
 */
export const AD_SECTIONS = [1, 2, 3, 4, 5, 6] as const;
/** One of {@link AD_SECTIONS}. */
export type AdSection = (typeof AD_SECTIONS)[number];

/** The section that creators see as well; they cannot open events. */
export const EVENTLESS_SECTION = 4;

/** State of an advertisement: not submitted, in review by an operator, shown, paused by its owner, rejected. */
export type AdState = 'draft' | 'review' | 'active' | 'paused' | 'rejected';

/** An advertisement as everyone sees it. */
export interface AdvertisementView {
  id: string;
  userId: string;
  title: string;
  description: string;
  imageUrl: string | null;
  imageAlt: string | null;
  /** The external link; empty when it promotes an event. */
  linkUrl: string;
  /** The advertiser's event that it promotes; null when it has an external link. */
  eventId: string | null;
  section: AdSection;
  createdAt: string;
  /** The member who placed it. */
  advertiser: UserCard;
}

/** An advertisement as its owner sees it; the numbers are sums of all days. */
export interface OwnAdvertisementView extends AdvertisementView {
  state: AdState;
  rejectionReason: string | null;
  /** Changes with every edit; an edit sends it as If-Match. */
  version: string;
  impressions: number;
  clicks: number;
}

/** Body of POST /api/advertisements. A draft is visible to its owner only; an operator reviews all others. */
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
  /** Lists at most five advertisements of a section that the viewer may see now, the next one in the rotation first. */
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
  /** Lists every advertisement that is currently shown, newest first. */
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
    errors: ['NOT_FOUND', 'AD_LIMIT', 'AWAITING_APPROVAL'],
    status: 201,
    limit: 'advertisements',
    untilConfirmed: 'counted',
  }),
  editAdvertisement: endpoint<OwnAdvertisementView>()({
    method: 'PATCH',
    path: '/api/advertisements/:id',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'STALE'],
    isVersioned: true,
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
  /** Counts one display; ignored above the limit of the day. */
  countImpression: endpoint<void>()({
    method: 'POST',
    path: '/api/advertisements/:id/impression',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
    limit: 'adCounts',
  }),
  /** Counts one click per viewer and day. */
  countClick: endpoint<void>()({
    method: 'POST',
    path: '/api/advertisements/:id/click',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
    limit: 'adCounts',
  }),
  /** Hides it from the viewer for good. */
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
