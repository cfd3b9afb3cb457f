import { ANALYTICS_LIMITS } from '#shared/limits.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time.ts';

/** A question to an author; `answeredAt` is null without an answer. Times are in milliseconds. */
export interface Question {
  askerId: string;
  askedAt: number;
  answeredAt: number | null;
}

/** How soon an author answers; `medianMinutes` is null when fewer than half of the questions are answered. */
interface AnswerTime {
  answered: number;
  medianMinutes: number | null;
}

/**
 * Computes the median time from a question to its answer, of the latest questions. Questions of one member with the
 * same answer are one question, asked with the first, and only the latest of one member count, so that ten answers are
 * answers to several members. A question without an answer is left out in its first week, and then takes longer than
 * all answers. Returns null without a question that counts.
 */
export function measureAnswers(questions: readonly Question[], nowMs: number): AnswerTime | null {
  const merged = new Map<string, Question>();
  for (const question of questions.toSorted((a, b) => b.askedAt - a.askedAt))
    merged.set(`${question.askerId} ${String(question.answeredAt)}`, question);
  const times = [...Map.groupBy(merged.values(), ({ askerId }) => askerId).values()]
    .flatMap((own) => own.toSorted((a, b) => b.askedAt - a.askedAt).slice(0, ANALYTICS_LIMITS.questionsOfMember))
    .toSorted((a, b) => b.askedAt - a.askedAt)
    .slice(0, ANALYTICS_LIMITS.questionsMax)
    .filter(
      ({ askedAt, answeredAt }) => answeredAt !== null || nowMs - askedAt >= ANALYTICS_LIMITS.unansweredDays * DAY_MS,
    )
    .map(({ askedAt, answeredAt }) => (answeredAt ?? Infinity) - askedAt)
    .toSorted((a, b) => (a < b ? -1 : 1));
  const median = times[Math.ceil(times.length / 2) - 1];
  if (median === undefined) return null;
  return {
    answered: times.filter((time) => time < Infinity).length,
    medianMinutes: median === Infinity ? null : Math.round(median / MINUTE_MS),
  };
}
