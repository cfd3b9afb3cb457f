import type { EntityManager } from '@mikro-orm/postgresql';
import { ANALYTICS_LIMITS } from '#shared/limits.ts';
import { DAY_MS } from '#shared/time.ts';
import { databaseNow } from '../../db/clock.ts';
import type { MetricParts, QuestionRow } from '../../db/metric-source.ts';
import { read } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import { storeAnswerTimes, type AnswerTimeRow } from '../courses/answer-times.service.ts';
import { measureAnswers } from './answer-times.ts';

const LOCK = { name: 'answer-times-lock', text: `select pg_advisory_xact_lock(hashtextextended('answer_times', 0))` };
/** Reading the questions of all authors can take longer than a statement of a request may. */
const TIMEOUT = { name: 'answer-times-timeout', text: `select set_config('statement_timeout', '110s', true)` };

/** Measures how soon each author answered the latest questions about their items, and replaces what was stored. */
export async function countAnswerTimes(em: EntityManager, parts: readonly MetricParts[]): Promise<void> {
  const nowMs = databaseNow().getTime();
  const since = new Date(nowMs - ANALYTICS_LIMITS.questionDays * DAY_MS).toISOString();
  await transact(em, async (tx) => {
    await read(tx, LOCK, []);
    await read(tx, TIMEOUT, []);
    const rows: QuestionRow[] = [];
    for (const { questions } of parts) {
      if (!questions) continue;
      for (const row of await read<QuestionRow>(tx, questions, [since, ANALYTICS_LIMITS.questionsMax])) rows.push(row);
    }
    const times = [...Map.groupBy(rows, ({ owner_id: ownerId }) => ownerId)].flatMap(
      ([userId, own]): AnswerTimeRow[] => {
        const measured = measureAnswers(
          own.map(({ asker_id: askerId, asked_at: askedAt, answered_at: answeredAt }) => ({
            askerId,
            askedAt: new Date(askedAt).getTime(),
            answeredAt: answeredAt === null ? null : new Date(answeredAt).getTime(),
          })),
          nowMs,
        );
        return measured
          ? [{ user_id: userId, answered: measured.answered, median_minutes: measured.medianMinutes }]
          : [];
      },
    );
    await storeAnswerTimes(tx, times);
  });
}
