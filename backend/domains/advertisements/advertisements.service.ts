import type { EntityManager } from '@mikro-orm/postgresql';
import {
  EVENTLESS_SECTION,
  type AdState,
  type AdvertisementInput,
  type EditAdvertisementInput,
  type OwnAdvertisementView,
} from '#shared/api/advertisements.ts';
import { AD_LIMITS } from '#shared/limits.ts';
import { databaseNow, databaseNowMs } from '../../db/clock.ts';
import { read } from '../../db/read.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import { LOCKED, transact } from '../../db/transact.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import type { Identity } from '../../http/identity.ts';
import { refuseStale } from '../../http/text-version.ts';
import { endOf, loadEventRow } from '../events/event.view.ts';
import { loadOwnFile } from '../files/file.access.ts';
import { Advertisement } from './advertisement.entity.ts';
import { loadOwnAdvertisement, loadVisibleAdvertisement } from './advertisement.view.ts';

const TODAY = `(now() at time zone 'utc')::date`;
/** Increments the viewer's count up to the daily limit; returns no row beyond it. */
const VIEW = {
  name: 'ad-view',
  text: `insert into ad_views as w (user_id, advertisement_id, day, count) values ($1, $2, ${TODAY}, 1)
    on conflict (user_id, advertisement_id) do update
      set count = case when w.day = excluded.day then w.count + 1 else 1 end, is_followed = w.is_followed
        and w.day = excluded.day, day = excluded.day
      where w.day <> excluded.day or w.count < ${AD_LIMITS.perDay} returning count`,
};
/** Records that the viewer clicked it today; returns no row for a second click. */
const FOLLOW = {
  name: 'ad-follow',
  text: `insert into ad_views as w (user_id, advertisement_id, day, count, is_followed)
    values ($1, $2, ${TODAY}, 0, true)
    on conflict (user_id, advertisement_id) do update set count = case when w.day = excluded.day then w.count
      else 0 end, is_followed = true, day = excluded.day
      where w.day <> excluded.day or not w.is_followed returning day`,
};
const LOCK_OWNER = { name: 'lock-advertiser', text: 'select pg_advisory_xact_lock(hashtextextended($1::text, 3))' };
const COUNT = {
  name: 'ad-count',
  text: `insert into ad_stats_daily as s (advertisement_id, day, impressions, clicks) values ($1, ${TODAY}, $2, $3)
    on conflict (advertisement_id, day) do update
      set impressions = s.impressions + excluded.impressions, clicks = s.clicks + excluded.clicks returning day`,
};
const HIDE = {
  name: 'ad-hide',
  text: 'insert into ad_hides (user_id, advertisement_id, created_at) values ($1, $2, now()) on conflict do nothing returning user_id',
};
const FORGET = { name: 'ad-views-forget', text: `delete from ad_views where day < ${TODAY}` };

/**
 * Submits an advertisement for review by an operator. @throws AppError ROLE_FORBIDDEN for students, AWAITING_APPROVAL
 * for teachers who are not approved, AD_LIMIT, NOT_FOUND for an image or an event that is not the advertiser's own, or
 * an event that is over.
 */
export async function createAdvertisement(
  em: EntityManager,
  identity: Identity,
  { isDraft = false, fileId, imageAlt, eventId, ...fields }: AdvertisementInput,
): Promise<OwnAdvertisementView> {
  const { id: userId, role, isAwaitingApproval } = identity;
  if (role === 'student')
    throw new AppError(
      isAwaitingApproval ? 'AWAITING_APPROVAL' : 'ROLE_FORBIDDEN',
      isAwaitingApproval
        ? 'Your account awaits approval by the operators of this server'
        : 'Students cannot place advertisements',
    );
  return transact(em, async (tx) => {
    await read(tx, LOCK_OWNER, [userId]);
    if ((await tx.count(Advertisement, { userId })) >= AD_LIMITS.perUser) {
      throw new AppError(
        'AD_LIMIT',
        `You have ${AD_LIMITS.perUser} advertisements. Delete one that you no longer need.`,
      );
    }
    if (eventId !== undefined) await checkPromotable(tx, eventId, userId);
    const advertisement = tx.create(Advertisement, {
      ...fields,
      eventId: eventId ?? null,
      userId,
      state: isDraft ? 'draft' : 'review',
    });
    await setImage(tx, advertisement, { fileId, imageAlt });
    await tx.flush();
    return loadOwnAdvertisement(tx, advertisement.id, userId);
  });
}

async function checkPromotable(tx: EntityManager, eventId: string, userId: string): Promise<void> {
  const row = await loadEventRow(tx, eventId, userId);
  // Only everyone can be invited to what everyone sees.
  const isPromotable = row?.user_id === userId && row.audience === 'everyone';
  if (!isPromotable || row.state === 'cancelled' || endOf(row) <= databaseNowMs()) throw notFound('This event');
}

async function setImage(
  tx: EntityManager,
  advertisement: Advertisement,
  { fileId, imageAlt }: Pick<AdvertisementInput, 'fileId' | 'imageAlt'>,
): Promise<void> {
  if (fileId !== undefined) {
    const file =
      fileId === null
        ? null
        : await loadOwnFile(tx, fileId, { ownerId: advertisement.userId, purpose: 'advertisement-image' });
    advertisement.imageFileId = file?.id ?? null;
    advertisement.imageUrl = file ? `/api/files/${file.id}` : null;
  }
  if (imageAlt !== undefined) advertisement.imageAlt = imageAlt || null;
  if (!advertisement.imageFileId) advertisement.imageAlt = null;
}

/** Edits an own advertisement and submits it for review again. @throws AppError NOT_FOUND, NOT_OWNER. */
export async function editAdvertisement(
  em: EntityManager,
  userId: string,
  {
    id,
    version,
    isDraft = false,
    fileId,
    imageAlt,
    ...fields
  }: EditAdvertisementInput & { id: string; version: string | undefined },
): Promise<OwnAdvertisementView> {
  return change(em, { id, userId }, async (advertisement, tx) => {
    refuseStale(version, advertisement.revision);
    if (advertisement.eventId && fields.linkUrl !== undefined)
      throw new AppError('VALIDATION', 'An advertisement of an event has no other link');
    if (advertisement.eventId && fields.section === EVENTLESS_SECTION)
      throw new AppError('VALIDATION', 'Events are not shown in the Library');
    await setImage(tx, advertisement, { fileId, imageAlt });
    for (const [name, value] of Object.entries(fields))
      if (value !== undefined) Object.assign(advertisement, { [name]: value });
    advertisement.state = isDraft ? 'draft' : 'review';
    advertisement.rejectionReason = null;
    advertisement.revision += 1;
  });
}

/** Pauses or resumes an own advertisement. @throws AppError NOT_FOUND, NOT_OWNER, WRONG_STATE. */
export async function setPaused(
  em: EntityManager,
  userId: string,
  { id, isPaused }: { id: string; isPaused: boolean },
): Promise<OwnAdvertisementView> {
  const [from, to]: [AdState, AdState] = isPaused ? ['active', 'paused'] : ['paused', 'active'];
  return change(em, { id, userId }, (advertisement) => {
    if (advertisement.state === to) return;
    if (advertisement.state !== from)
      throw new AppError(
        'WRONG_STATE',
        isPaused ? 'Only an advertisement that is shown can be paused' : 'Only a paused advertisement can be resumed',
      );
    advertisement.state = to;
  });
}

async function change(
  em: EntityManager,
  { id, userId }: { id: string; userId: string },
  edit: (advertisement: Advertisement, tx: EntityManager) => Promise<void> | void,
): Promise<OwnAdvertisementView> {
  return transact(em, async (tx) => {
    await loadOwnAdvertisement(tx, id, userId);
    const advertisement = await tx.findOne(Advertisement, { id }, LOCKED);
    if (!advertisement) throw notFound('This advertisement');
    const before = advertisement.state;
    await edit(advertisement, tx);
    await tx.flush();
    if (before === 'active' || advertisement.state === 'active')
      publishDomainEvent(tx, 'advertisement-updated', { advertisementId: id });
    return loadOwnAdvertisement(tx, id, userId);
  });
}

/** Deletes an own advertisement with its statistics. @throws AppError NOT_FOUND, NOT_OWNER. */
export async function removeAdvertisement(em: EntityManager, userId: string, id: string): Promise<void> {
  await transact(em, async (tx) => {
    const { state } = await loadOwnAdvertisement(tx, id, userId);
    await tx.nativeDelete(Advertisement, { id });
    if (state === 'active') publishDomainEvent(tx, 'advertisement-updated', { advertisementId: id });
  });
}

/**
 * Stops any advertisement for good, for an operator; also one that its owner withdrew to edit it; returns false when it
 * is gone or rejected.
 */
export async function takeDownAdvertisement(em: EntityManager, id: string): Promise<boolean> {
  return transact(em, async (tx) => {
    const advertisement = await tx.findOne(Advertisement, { id }, LOCKED);
    if (!advertisement || advertisement.state === 'rejected') return false;
    const wasShown = advertisement.state === 'active';
    advertisement.state = 'rejected';
    advertisement.rejectionReason = 'It was reported, and an operator took it down.';
    if (wasShown) publishDomainEvent(tx, 'advertisement-updated', { advertisementId: id });
    publishDomainEvent(tx, 'advertisement-reviewed', { advertisementId: id, at: databaseNow().toISOString() });
    return true;
  });
}

/**
 * Counts a view of an advertisement up to the daily limit, or a click once a day per viewer; those of its owner are not
 * counted. @throws AppError NOT_FOUND.
 */
export async function countUse(
  em: EntityManager,
  viewerId: string,
  { id, isClick }: { id: string; isClick: boolean },
): Promise<void> {
  await transact(em, async (tx) => {
    const { userId } = await loadVisibleAdvertisement(tx, id, viewerId);
    if (userId === viewerId) return;
    const counted = await read(tx, isClick ? FOLLOW : VIEW, [viewerId, id]);
    if (counted.length > 0) await read(tx, COUNT, isClick ? [id, 0, 1] : [id, 1, 0]);
  });
}

/** Hides an advertisement from a viewer. @throws AppError NOT_FOUND. */
export async function hideAdvertisement(em: EntityManager, viewerId: string, id: string): Promise<void> {
  await loadVisibleAdvertisement(em, id, viewerId);
  await read(em, HIDE, [viewerId, id]);
}

/** Deletes the per-viewer counts of days before today. */
export async function forgetAdViews(em: EntityManager): Promise<void> {
  await read(em, FORGET, []);
}
