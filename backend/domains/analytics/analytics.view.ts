import {
  METRICS,
  METRICS_OF_ROLE,
  VIEW_SOURCES,
  type AnalyticsView,
  type AnnotationType,
  type AnnotationView,
  type MetricName,
  type MetricSubject,
  type MetricSubjectView,
  type MetricView,
  type PeriodView,
  type StoredMetric,
  type ViewSourceView,
} from '#shared/api/analytics.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { ANALYTICS_LIMITS } from '#shared/limits.ts';
import type { MetricParts, TitleRow } from '../../db/metric-source.ts';
import type { Pool } from '../../db/pool.ts';
import { isoOrNull, NIL_UUID, read, type Timestamp } from '../../db/read.ts';
import { notFound } from '../../http/app-error.ts';
import { loadMemberGroups } from './member-groups.view.ts';
import { addDays, daysOf } from './metrics.service.ts';
import { loadOtherMoney } from './other-money.view.ts';
import { loadStates } from './states.view.ts';

/**
 * The days from $3 to $5 and, from $4 on, the subjects of the numbers $2 of the owner $1: in one statement, so that
 * both have the same sum while another transaction counts; with $6 those of one item.
 */
const NUMBERS = {
  name: 'analytics-numbers',
  text: `select m.metric, m.day::text as day, m.subject_id, sum(m.count) as count,
      coalesce(sum(m.count) filter (where m.day >= $4::date), 0) as current
    from metrics_daily m
    where m.owner_id = $1 and m.metric = any($2::text[]) and m.day between $3::date and $5::date
      and ($6::uuid is null or m.subject_id = $6)
    group by grouping sets ((m.metric, m.day), (m.metric, m.subject_id))`,
};
const ACCOUNT = {
  name: 'analytics-account',
  text: `select (now() at time zone 'utc')::date::text as today,
      (u.created_at at time zone 'utc')::date::text as since,
      (select max(r.counted_at) from metric_runs r) as updated_at
    from users u where u.id = $1`,
};
const ANNOTATIONS = {
  name: 'analytics-annotations',
  text: `select a.day::text as day, a.type, a.subject_id, a.text as title, a.value from annotations a
    where a.owner_id = $1 and a.day between $2::date and $3::date
      and ($4::uuid is null or a.type = 'note' or a.subject_id = $4)
    order by a.day desc, a.type, a.subject_id limit ${ANALYTICS_LIMITS.annotationsMax}`,
};
const SUBJECT_OF: Readonly<Record<AnnotationType, MetricSubject>> = {
  'item-published': 'item',
  'price-changed': 'item',
  'announcement-posted': 'post',
  'event-held': 'event',
  'ad-started': 'advertisement',
  note: null,
};

/** A row of one day has no subject, and a row of one subject has no day. */
interface NumberRow {
  metric: StoredMetric;
  day: string | null;
  subject_id: string | null;
  count: string;
  current: string;
}

interface AccountRow {
  today: string;
  since: string;
  updated_at: Timestamp | null;
}

interface AnnotationRow {
  day: string;
  type: AnnotationType;
  subject_id: string;
  title: string | null;
  value: number | null;
}

/** The numbers of a role, in the order of the page; of one item those that are divided by items. */
function metricsOf(role: Role, item: string | undefined): MetricName[] {
  const names = METRICS_OF_ROLE[role].flatMap(({ metrics }) => metrics);
  return item === undefined ? names : names.filter((name) => METRICS[name].subject === 'item');
}

/** Under which name a number is stored: money by currency. */
const storedName = (name: MetricName, currency: string): StoredMetric =>
  METRICS[name].unit === 'money' ? `${name}:${currency}` : name;

/** Who asks for which period; `currency` is the server's. */
export interface AnalyticsRequest extends PeriodView {
  viewer: { id: string; role: Role };
  parts: readonly MetricParts[];
  currency: string;
  isCompared: boolean;
  /** The only item whose numbers are loaded. */
  item?: string | undefined;
}

/**
 * Loads the numbers of a user. The previous period is compared when the account is older than it. @throws AppError
 * NOT_FOUND for an item that is neither the user's own nor one that they learn from.
 */
export async function loadAnalytics(pool: Pool, request: AnalyticsRequest): Promise<AnalyticsView> {
  const { viewer, currency, from, to, isCompared } = request;
  const item = await loadItem(pool, request);
  const [account] = await read<AccountRow>(pool, ACCOUNT, [viewer.id]);
  if (!account) throw new Error('The user of the request is missing.');
  const length = daysOf(request).length;
  const before = { from: addDays(from, -length), to: addDays(from, -1) };
  const previous = isCompared && before.from >= account.since ? before : null;
  const { metrics, viewSources } = await loadMetrics(pool, request, previous);
  const annotations = await loadAnnotations(pool, request);
  await addTitles(pool, request, { metrics, annotations });
  return {
    role: viewer.role,
    item,
    from,
    to,
    previous,
    today: account.today,
    since: account.since,
    updatedAt: isoOrNull(account.updated_at),
    currency,
    states: await loadStates(pool, request),
    metrics,
    otherMoney: await loadOtherMoney(pool, { ...request, ownerId: viewer.id, names: metrics.map(({ name }) => name) }),
    viewSources,
    annotations,
    members: viewer.role === 'institution' && item === null ? await loadMemberGroups(pool, viewer.id) : null,
  };
}

async function loadItem(pool: Pool, { viewer, parts, item }: AnalyticsRequest): Promise<AnalyticsView['item']> {
  if (item === undefined) return null;
  for (const { titles = {} } of parts) {
    const [row] = titles.item ? await read<TitleRow>(pool, titles.item, [[item], viewer.id]) : [];
    if (row) return row;
  }
  throw notFound('This item');
}

async function loadMetrics(
  pool: Pool,
  { viewer, currency, from, to, item }: AnalyticsRequest,
  previous: PeriodView | null,
): Promise<Pick<AnalyticsView, 'metrics' | 'viewSources'>> {
  const names = metricsOf(viewer.role, item);
  const sources = names.includes('item-views') ? VIEW_SOURCES : [];
  const stored = [
    ...names.map((name) => storedName(name, currency)),
    ...sources.map((source): StoredMetric => `item-views:${source}`),
  ];
  const rows = await read<NumberRow>(pool, NUMBERS, [
    viewer.id,
    stored,
    previous?.from ?? from,
    from,
    to,
    item ?? null,
  ]);
  const metrics = names.map((name) => toMetric(name, rows, { current: { from, to }, previous, currency }));
  const views = metrics.find(({ name }) => name === 'item-views');
  return { metrics, viewSources: views ? listSources(rows, views.total) : null };
}

/** Lists from where views came, largest first, and those of which it is not known at the end. */
function listSources(rows: readonly NumberRow[], total: number): ViewSourceView[] {
  const sources = VIEW_SOURCES.map((source) => ({
    source,
    count: sumOf(
      rows.flatMap(({ metric, day, current }) =>
        day === null && metric === `item-views:${source}` ? Number(current) : [],
      ),
    ),
  }));
  const known = sources.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
  const rest = total - sumOf(known.map(({ count }) => count));
  return rest > 0 ? [...known, { source: null, count: rest }] : known;
}

function toMetric(
  name: MetricName,
  rows: readonly NumberRow[],
  { current, previous, currency }: { current: PeriodView; previous: PeriodView | null; currency: string },
): MetricView {
  const stored = storedName(name, currency);
  const own = rows.filter(({ metric }) => metric === stored);
  const byDay = new Map(own.map(({ day, count }) => [day, Number(count)]));
  const countsOf = (period: PeriodView) => daysOf(period).map((day) => byDay.get(day) ?? 0);
  const days = countsOf(current);
  const previousDays = previous && countsOf(previous);
  const total = sumOf(days);
  return {
    name,
    total,
    days,
    previousTotal: previousDays && sumOf(previousDays),
    previousDays,
    subjects: METRICS[name].subject === null ? [] : listSubjects(own, total),
  };
}

/** Lists the largest subjects, and the others in one line at the end. */
function listSubjects(rows: readonly NumberRow[], total: number): MetricSubjectView[] {
  const subjects = rows
    .flatMap(({ day, subject_id: id, current }) =>
      day === null && id ? [{ id, title: null, count: Number(current) }] : [],
    )
    .filter(({ id, count }) => count > 0 && id !== NIL_UUID)
    .toSorted((a, b) => b.count - a.count || a.id.localeCompare(b.id))
    .slice(0, ANALYTICS_LIMITS.subjectsMax);
  const others = total - sumOf(subjects.map(({ count }) => count));
  return others > 0 ? [...subjects, { id: null, title: null, count: others }] : subjects;
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

async function loadAnnotations(pool: Pool, { viewer, from, to, item }: AnalyticsRequest): Promise<AnnotationView[]> {
  const rows = await read<AnnotationRow>(pool, ANNOTATIONS, [viewer.id, from, to, item ?? null]);
  return rows.map(({ subject_id: subjectId, ...row }) => ({ ...row, subjectId }));
}

/** Fills in the titles of the records that exist and that the user may read. */
async function addTitles(
  pool: Pool,
  { viewer, parts }: AnalyticsRequest,
  { metrics, annotations }: Pick<AnalyticsView, 'metrics' | 'annotations'>,
): Promise<void> {
  const idsOf = (subject: MetricSubject) => [
    ...metrics.filter(({ name }) => METRICS[name].subject === subject).flatMap(({ subjects }) => subjects),
    ...annotations.filter(({ type }) => SUBJECT_OF[type] === subject).map(({ subjectId: id }) => ({ id })),
  ];
  const titles = new Map<string | null, string>();
  for (const [subject, titled] of parts.flatMap(({ titles: found = {} }) => Object.entries(found))) {
    const ids = [...new Set(idsOf(subject as MetricSubject).flatMap(({ id }) => id ?? []))];
    const rows = ids.length === 0 ? [] : await read<TitleRow>(pool, titled, [ids, viewer.id]);
    for (const { id, title } of rows) titles.set(id, title);
  }
  for (const subject of metrics.flatMap(({ subjects }) => subjects)) subject.title = titles.get(subject.id) ?? null;
  for (const annotation of annotations) annotation.title ??= titles.get(annotation.subjectId) ?? null;
}
