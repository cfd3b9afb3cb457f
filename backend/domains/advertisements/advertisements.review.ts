import type { EntityManager } from '@mikro-orm/postgresql';
import type { AdSection, AdState } from '#shared/api/advertisements.ts';
import { databaseNow } from '../../db/clock.ts';
import { read, type Reader, type Timestamp } from '../../db/read.ts';
import { publishDomainEvent, type DomainEvents } from '../../domain-events.ts';
import { LOCKED, transact } from '../../db/transact.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { Event } from '../events/event.entity.ts';
import { lockUser } from '../users/users.service.ts';
import { Advertisement } from './advertisement.entity.ts';

/** One advertisement as an operator reviews it. */
export interface AdForReview {
  id: string;
  createdAt: Timestamp;
  username: string;
  /** The advertiser's name, which is shown with it. */
  fullName: string;
  state: AdState;
  section: AdSection;
  title: string;
  description: string;
  /** The external link, or the path of the event. */
  linkUrl: string;
  imageFileId: string | null;
  imageAlt: string | null;
  rejectionReason: string | null;
  /** What the advertiser's event says; null when it has an external link. */
  event: { title: string; description: string; location: string; joinUrl: string | null } | null;
  /** Names what was read: the revisions of the advertisement and its event, and the advertiser's name. */
  revision: string;
}

/** The hash is long enough that an advertiser cannot prepare two names with one revision. */
const REVISION = `d.revision || coalesce('.' || e.revision, '') || '-'
  || left(encode(sha256(convert_to(u.full_name, 'UTF8')), 'hex'), 32)`;
const COLUMNS = `d.id, d.created_at as "createdAt", u.username, u.full_name as "fullName", d.state,
  d.section, d.title, d.description,
  coalesce(d.link_url, '/home?event=' || d.event_id) as "linkUrl", d.image_file_id as "imageFileId",
  d.image_alt as "imageAlt", d.rejection_reason as "rejectionReason", ${REVISION} as revision,
  case when e.id is not null then json_build_object('title', e.title, 'description', e.description,
    'location', e.location, 'joinUrl', e.join_url) end as event`;
const FROM = 'from advertisements d join users u on u.id = d.user_id left join events e on e.id = d.event_id';
const LIST = {
  name: 'operator-advertisements',
  text: `select ${COLUMNS} ${FROM} where d.state = $1 order by d.created_at, d.id limit 100`,
};
const ONE = { name: 'operator-advertisement', text: `select ${COLUMNS} ${FROM} where d.id = $1` };

/** Lists advertisements in a state, the oldest first. */
export async function listForReview(reader: Reader, state: AdState): Promise<AdForReview[]> {
  return read<AdForReview>(reader, LIST, [state]);
}

/** Loads an advertisement in any state. @throws AppError NOT_FOUND. */
export async function loadForReview(reader: Reader, id: string): Promise<AdForReview> {
  const [advertisement] = await read<AdForReview>(reader, ONE, [id]);
  if (!advertisement) throw notFound('This advertisement');
  return advertisement;
}

const EVENT_OF = {
  name: 'advertisement-event',
  text: 'select event_id as "eventId" from advertisements where id = $1',
};

/** Locks an advertisement, and its event first: an edit of the event waits, or its revision is seen. */
async function lockForReview(
  tx: EntityManager,
  id: string,
): Promise<{ advertisement: Advertisement; event: Event | null }> {
  const [{ eventId } = { eventId: null }] = await read<{ eventId: string | null }>(tx, EVENT_OF, [id]);
  const event = eventId === null ? null : await tx.findOne(Event, { id: eventId }, LOCKED);
  const advertisement = await tx.findOne(Advertisement, { id }, LOCKED);
  if (!advertisement) throw notFound('This advertisement');
  return { advertisement, event };
}

/**
 * Approves the revision of an advertisement that the operator has read.
 *
 * @throws AppError NOT_FOUND, VALIDATION when it is not pending, or when it or its event was edited since.
 */
export async function approveAdvertisement(
  em: EntityManager,
  id: string,
  { operator, revision }: { operator: string; revision: string },
): Promise<void> {
  await transact(em, async (tx) => {
    const { advertisement, event } = await lockForReview(tx, id);
    if (advertisement.state !== 'review')
      throw new AppError('VALIDATION', `This advertisement is ${advertisement.state}`);
    await lockUser(tx, advertisement.userId);
    const { revision: current, fullName } = await loadForReview(tx, id);
    if (current !== revision)
      throw new AppError(
        'VALIDATION',
        `Its owner has edited it: this is revision ${current} now. Read it again first.`,
      );
    advertisement.state = 'active';
    advertisement.rejectionReason = null;
    advertisement.approvedEventRevision = event?.revision ?? null;
    advertisement.approvedName = fullName;
    await recordAudit(tx, {
      event: 'advertisement_approved',
      target: { type: 'advertisement', id },
      details: { operator, revision, advertiser: advertisement.userId },
    });
    publishDomainEvent(tx, 'advertisement-created', { advertisementId: id });
    publishDomainEvent(tx, 'advertisement-reviewed', { advertisementId: id, at: databaseNow().toISOString() });
  });
}

/** Rejects an advertisement in review or one that is shown. @throws AppError NOT_FOUND, VALIDATION in other states. */
export async function rejectAdvertisement(
  em: EntityManager,
  id: string,
  { operator, reason }: { operator: string; reason: string },
): Promise<void> {
  await transact(em, async (tx) => {
    const { advertisement } = await lockForReview(tx, id);
    const wasShown = advertisement.state === 'active';
    if (!wasShown && advertisement.state !== 'review')
      throw new AppError('VALIDATION', `This advertisement is ${advertisement.state}`);
    advertisement.state = 'rejected';
    advertisement.rejectionReason = reason;
    await recordAudit(tx, {
      event: 'advertisement_rejected',
      target: { type: 'advertisement', id },
      details: { operator, advertiser: advertisement.userId, reason },
    });
    if (wasShown) publishDomainEvent(tx, 'advertisement-updated', { advertisementId: id });
    publishDomainEvent(tx, 'advertisement-reviewed', { advertisementId: id, at: databaseNow().toISOString() });
  });
}

const REVIEW_AGAIN = {
  name: 'advertisements-review-again',
  text: `update advertisements set state = 'review' where event_id = $1 and state in ('active', 'paused')
    and coalesce(approved_event_revision, 0) < $2 returning id`,
};

const REVIEW_RENAMED = {
  name: 'advertisements-review-renamed',
  text: `update advertisements d set state = 'review' from users u where u.id = $1 and d.user_id = $1
    and d.state in ('active', 'paused') and d.approved_name <> u.full_name returning d.id`,
};

/** Submits advertisements for review again after the words of their event or their owner's name were edited. */
export function reviewEdited(events: DomainEvents, forkEm: () => EntityManager): void {
  events.on('event-reworded', ({ eventId, revision }) =>
    transact(forkEm(), async (tx) => {
      for (const { id } of await read<{ id: string }>(tx, REVIEW_AGAIN, [eventId, revision]))
        publishDomainEvent(tx, 'advertisement-updated', { advertisementId: id });
    }),
  );
  events.on('profile-updated', ({ userId }) =>
    transact(forkEm(), async (tx) => {
      for (const { id } of await read<{ id: string }>(tx, REVIEW_RENAMED, [userId]))
        publishDomainEvent(tx, 'advertisement-updated', { advertisementId: id });
    }),
  );
}
