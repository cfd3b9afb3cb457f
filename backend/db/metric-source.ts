import type { StateName } from '#shared/api/analytics-states.ts';
import type { AnnotationType, CountedMetric, MetricSubject } from '#shared/api/analytics.ts';
import { ANALYTICS_LIMITS } from '#shared/limits.ts';
import type { Statement } from './pool.ts';

/** What a source counted of one owner and subject on one day (UTC); `currency` is that of money. */
export interface MetricRow {
  owner_id: string;
  subject_id: string | null;
  day: string;
  count: number | string;
  currency?: string;
}

/** An action of an owner that may explain a change; `value` is a price. */
export interface AnnotationRow {
  owner_id: string;
  subject_id: string;
  day: string;
  value: number | null;
}

/** The current price of an owner's item. */
export interface PriceRow {
  owner_id: string;
  subject_id: string;
  value: number;
}

/** The title of a record that numbers are divided by. */
export interface TitleRow {
  id: string;
  title: string;
}

/** A confirmed member of an institution; `field` is the newest one that it confirmed. */
export interface MemberRow {
  institution_id: string;
  user_id: string;
  field: string | null;
}

/** A user who did something. */
export interface ActiveRow {
  user_id: string;
}

/** A question to an author and the time of the first answer; null without one. */
export interface QuestionRow {
  owner_id: string;
  asker_id: string;
  asked_at: Date | string;
  answered_at: Date | string | null;
}

/** What a member contributes to a sum of the members of an institution. */
export interface ContributionRow {
  user_id: string;
  count: number;
}

/** A number of a user that is true now. */
export interface StateRow {
  value: number | null;
}

/** The part of a noun in the numbers: statements whose $1 and $2 are the start and the end of a time range. */
export interface MetricParts {
  /** Return {@link MetricRow}s of the range. */
  metrics?: Partial<Record<CountedMetric, Statement>>;
  /** Return {@link AnnotationRow}s of the range. */
  annotations?: Partial<Record<AnnotationType, Statement>>;
  /** Return one {@link StateRow} of the user $1. */
  states?: Partial<Record<Exclude<StateName, 'active-learners'>, Statement>>;
  /** Return {@link TitleRow}s of the ids $1 that the user $2 may read. */
  titles?: Partial<Record<Exclude<MetricSubject, null>, Statement>>;
  /** Return {@link ActiveRow}s: who of the users $3 was active in the range. */
  activity?: readonly Statement[];
  /**
   * Returns {@link QuestionRow}s: to each author the latest questions since $1 of the $2 members who asked last, as
   * {@link latestQuestions} lists them.
   */
  questions?: Statement;
  /** Return {@link ContributionRow}s of the users $1 in the week that ends at $2. */
  contributions?: Partial<Record<'items' | 'enrollments', Statement>>;
  /** Returns a {@link PriceRow} for each published item. */
  prices?: Statement;
  /** Deletes what was counted, with $1 the first day whose numbers are not final. */
  forget?: Statement;
  /** Returns {@link MemberRow}s who were confirmed before $1, once for each institution and user. */
  members?: Statement;
}

/** What is counted: SQL expressions, and what follows `from` up to the conditions. */
interface Counted {
  owner: string;
  /** Null: the number is not divided. */
  subject: string | null;
  at: string;
  from: string;
  /** 1 for each row when omitted. */
  count?: string;
  /** The currency of money, of which each one is counted apart. */
  currency?: string;
}

/** SQL of the day in UTC of a timestamp. */
export const dayOf = (at: string) => `(${at} at time zone 'utc')::date::text`;

/** SQL of the test whether a timestamp is in the range from $1 to $2. */
export const isInRange = (at: string) => `${at} >= $1::timestamptz and ${at} < $2::timestamptz`;

/** SQL of the test whether a day (UTC) is in the range from $1 to $2. */
export const isDayInRange = (day: string) =>
  `${day} >= ($1::timestamptz at time zone 'utc')::date and ${day} < ($2::timestamptz at time zone 'utc')::date`;

/** Builds a statement that counts rows per owner, subject and day in the range, and money per currency. */
export const countPerDay = (
  name: string,
  { owner, subject, at, from, count = 'count(*)', currency }: Counted,
): Statement => ({
  name: `metric-${name}`,
  text: `select ${owner} as owner_id, ${subject ?? 'null::uuid'} as subject_id, ${dayOf(at)} as day,
      ${currency === undefined ? '' : `${currency} as currency,`} ${count} as count
    from ${from} and ${isInRange(at)} group by 1, 2, 3${currency === undefined ? '' : ', 4'}`,
});

/** SQL of rows with `owner_id`, `asker_id`, `asked_at` and `id`, and of the time of the answer to one of them, `q`. */
interface Asked {
  questions: string;
  answer: string;
}

/**
 * Builds a statement that lists the latest questions to each author since $1. Those of one member that have the same
 * answer, or none, are one question, which is asked with the first of them. However many a member asks, at most
 * `questionsOfMember` are listed, made of the latest `questionsReadOfMember`, so that $2 members are listed for each
 * author, those who asked last.
 */
export const latestQuestions = (name: string, { questions, answer }: Asked): Statement => ({
  name: `questions-${name}`,
  text: `select l.owner_id, l.asker_id, l.asked_at, l.answered_at
    from (select q.owner_id, q.asker_id, min(q.asked_at) as asked_at, a.created_at as answered_at,
          row_number() over (partition by q.owner_id, q.asker_id order by min(q.asked_at) desc) as place
        from (select r.*, dense_rank() over (partition by r.owner_id order by r.last_at desc, r.asker_id) as asker_place
          from (select t.*, max(t.asked_at) over (partition by t.owner_id, t.asker_id) as last_at,
              row_number() over (partition by t.owner_id, t.asker_id order by t.asked_at desc, t.id desc) as place
            from (${questions}) t) r
          where r.place <= ${ANALYTICS_LIMITS.questionsReadOfMember}) q
        left join lateral (${answer} limit 1) a on true
        where q.asker_place <= $2::int
        group by q.owner_id, q.asker_id, a.created_at) l
    where l.place <= ${ANALYTICS_LIMITS.questionsOfMember}`,
});
