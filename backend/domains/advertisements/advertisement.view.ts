import type {
  AdDay,
  AdSection,
  AdState,
  AdvertisementView,
  OwnAdvertisementView,
  WhyAdvertisement,
} from '#shared/api/advertisements.ts';
import { AD_LIMITS, EVENT_LIMITS } from '#shared/limits.ts';
import { query, type Pool } from '../../db/pool.ts';
import { isoOf, read, type Reader, type Timestamp, NIL_UUID } from '../../db/read.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { creationCursor, decodeCursor, LIST_START, toPage, type Page, type PageQuery } from '../../http/page.ts';
import { toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import { HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

const COLUMNS =
  `d.id, d.user_id, d.title, d.description, d.image_url, d.image_alt, d.link_url, d.event_id, ` +
  `d.section, d.created_at, d.state, d.rejection_reason, ${USER_CARD_COLUMNS}`;
const OWNER_JOIN =
  `join users u on u.id = d.user_id and u.deactivated_at is null and u.id not in ` + `(${HIDDEN_FROM_VIEWER})`;

/** Running, with a valid target: a link, or an event that is not over. */
const RUNNING = `d.state = 'active' and (d.link_url is not null
  or exists (select 1 from events e where e.id = d.event_id and e.state = 'scheduled'
    and coalesce(e.ends_at, e.date + interval '${EVENT_LIMITS.defaultDurationMs} milliseconds') > now()))`;

interface AdRow extends UserCardRow {
  id: string;
  user_id: string;
  title: string;
  description: string;
  image_url: string | null;
  image_alt: string | null;
  link_url: string | null;
  event_id: string | null;
  section: AdSection;
  created_at: Timestamp;
  state: AdState;
  rejection_reason: string | null;
}

interface OwnAdRow extends AdRow {
  revision: number;
  impressions: number;
  clicks: number;
}

function toView(row: AdRow): AdvertisementView {
  return {
    id: row.id,
    userId: row.user_id,
    title: row.title,
    description: row.description,
    imageUrl: row.image_url,
    imageAlt: row.image_alt,
    linkUrl: row.link_url ?? '',
    eventId: row.event_id,
    section: row.section,
    createdAt: isoOf(row.created_at),
    advertiser: toUserCard(row),
  };
}

/**
 * Selects the running advertisements of section $2, the one shown least today first. About the viewer ($1) it reads
 * only what they hid, how often they saw each today, and blocks.
 */
export const CHOICE = {
  name: 'advertisements-choice',
  text: `select ${COLUMNS} from advertisements d ${OWNER_JOIN}
    left join ad_stats_daily s on s.advertisement_id = d.id and s.day = (now() at time zone 'utc')::date
    where d.section = $2 and ${RUNNING} and d.user_id <> $1
      and not exists (select 1 from ad_hides h where h.user_id = $1 and h.advertisement_id = d.id)
      and not exists (select 1 from ad_views w where w.user_id = $1 and w.advertisement_id = d.id
        and w.day = (now() at time zone 'utc')::date and w.count >= ${AD_LIMITS.perDay})
    order by coalesce(s.impressions, 0), d.id limit ${AD_LIMITS.choiceItems}`,
};

/** Chooses at most five advertisements for a section and a viewer, the next one in rotation first. */
export async function chooseAdvertisements(
  pool: Pool,
  viewerId: string,
  section: number,
): Promise<AdvertisementView[]> {
  return (await query<AdRow>(pool, CHOICE, [viewerId, section])).map(toView);
}

const REGISTER = {
  name: 'advertisements-register',
  text: `select ${COLUMNS} from advertisements d ${OWNER_JOIN}
    where ${RUNNING} and (d.created_at, d.id) < ($2::timestamptz, $3::uuid)
    order by d.created_at desc, d.id desc limit ${AD_LIMITS.pageMaxItems + 1}`,
};

/** Lists all running advertisements, newest first. */
export async function listRegister(
  pool: Pool,
  viewerId: string,
  { cursor, limit }: PageQuery,
): Promise<Page<AdvertisementView>> {
  const key = decodeCursor(cursor) ?? LIST_START.down;
  const rows = await query<AdRow>(pool, REGISTER, [viewerId, key.at, key.id]);
  return toPage(rows, limit ?? AD_LIMITS.pageItems, { cursorOf: creationCursor, view: toView });
}

const OWN_COLUMNS = `${COLUMNS}, d.revision, coalesce(t.impressions, 0)::int as impressions, coalesce(t.clicks, 0)::int as clicks`;
const TOTALS = `left join lateral (select sum(s.impressions) as impressions, sum(s.clicks) as clicks
  from ad_stats_daily s where s.advertisement_id = d.id) t on true`;
const OWN = {
  name: 'advertisements-own',
  text: `select ${OWN_COLUMNS} from advertisements d ${OWNER_JOIN} ${TOTALS} where d.user_id = $1
    order by d.created_at desc, d.id desc`,
};
const BY_ID = {
  name: 'advertisement-by-id',
  text: `select ${OWN_COLUMNS} from advertisements d ${OWNER_JOIN} ${TOTALS} where d.id = $2`,
};

function toOwnView(row: OwnAdRow): OwnAdvertisementView {
  return {
    ...toView(row),
    state: row.state,
    rejectionReason: row.rejection_reason,
    version: String(row.revision),
    impressions: row.impressions,
    clicks: row.clicks,
  };
}

/** Lists a member's own advertisements, newest first. */
export async function listOwnAdvertisements(pool: Pool, userId: string): Promise<OwnAdvertisementView[]> {
  return (await query<OwnAdRow>(pool, OWN, [userId])).map(toOwnView);
}

/** Loads an own advertisement. @throws AppError NOT_FOUND when it is not visible, NOT_OWNER for another user's. */
export async function loadOwnAdvertisement(
  reader: Reader,
  id: string,
  viewerId: string,
): Promise<OwnAdvertisementView> {
  const view = await loadVisibleAdvertisement(reader, id, viewerId);
  if (view.userId !== viewerId) throw new AppError('NOT_OWNER', 'Only the advertiser can do this');
  return view;
}

/** Loads a running or own advertisement. @throws AppError NOT_FOUND. */
export async function loadVisibleAdvertisement(
  reader: Reader,
  id: string,
  viewerId: string,
): Promise<OwnAdvertisementView> {
  const [row] = await read<OwnAdRow>(reader, BY_ID, [viewerId, id]);
  if (!row || (row.state !== 'active' && row.user_id !== viewerId)) throw notFound('This advertisement');
  return toOwnView(row);
}

/** Loads the public view of an advertisement, for pushes; null when it is gone or its owner is deactivated. */
export async function loadPublicAdvertisement(reader: Reader, id: string): Promise<AdvertisementView | null> {
  const [row] = await read<AdRow>(reader, BY_ID, [NIL_UUID, id]);
  return row ? toView(row) : null;
}

/** Explains why an advertisement is shown. @throws AppError NOT_FOUND. */
export async function whyAdvertisement(pool: Pool, id: string, viewerId: string): Promise<WhyAdvertisement> {
  const { advertiser, section } = await loadVisibleAdvertisement(pool, id, viewerId);
  return {
    advertiser,
    section,
    basis:
      'It is shown in this place to everyone in turn. Nothing about you was used, except what you have hidden and how often you saw it today.',
  };
}

const DAYS = {
  name: 'advertisement-days',
  text: `select to_char(day, 'YYYY-MM-DD') as day, impressions, clicks from ad_stats_daily where advertisement_id = $1
    order by day desc limit ${AD_LIMITS.statDays}`,
};

/** Lists the days of an own advertisement, latest first. @throws AppError NOT_FOUND, NOT_OWNER. */
export async function listAdDays(pool: Pool, id: string, viewerId: string): Promise<AdDay[]> {
  await loadOwnAdvertisement(pool, id, viewerId);
  return query<AdDay>(pool, DAYS, [id]);
}
