import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SyncResponse } from '#shared/api/sync.ts';
import { StreamSequencer } from './stream-sequencer.ts';

/**
 * The events of a device: a new event is delivered, delivered twice or lost; an old one is delivered again; `hello`
 * arrives; a fetch fails; a response arrives.
 */
const happening = fc.oneof(
  fc.constant({ kind: 'pushed' as const }),
  fc.constant({ kind: 'pushed twice' as const }),
  fc.constant({ kind: 'lost' as const }),
  fc.record({ kind: fc.constant('old' as const), back: fc.integer({ min: 0, max: 5 }) }),
  fc.constant({ kind: 'hello' as const }),
  fc.constant({ kind: 'failure' as const }),
  fc.constant({ kind: 'answer' as const }),
);
const PAGE = 3;

interface Question {
  since: number;
  answer: (answer: SyncResponse) => void;
  fail: (error: Error) => void;
}

/** A user log that numbers from 1, and the pending responses. */
class Stage {
  last = 0;
  readonly passed: number[] = [];
  readonly questions: Question[] = [];
  readonly later: (() => void)[] = [];
  readonly sequencer = new StreamSequencer({
    fetchMissed: (since) => new Promise((answer, fail) => this.questions.push({ since, answer, fail })),
    deliver: (_name, { seq }) => this.passed.push(seq),
    wait: (run) => this.later.push(run),
    onReset: () => expect.unreachable('nothing was forgotten'),
  });

  receive(seq: number): void {
    if (seq > 0) this.sequencer.handle('message-read', { seq });
  }

  async answer(): Promise<void> {
    const question = this.questions.shift();
    if (!question) return;
    const upTo = Math.min(this.last, question.since + PAGE);
    const events = Array.from({ length: upTo - question.since }, (_, at) => ({
      name: 'message-read',
      push: { seq: question.since + at + 1 },
    }));
    question.answer({ events, cursor: upTo, hasMore: upTo < this.last, isReset: false } as unknown as SyncResponse);
    await settle();
  }

  async fail(): Promise<void> {
    this.questions.shift()?.fail(new Error('away'));
    await settle();
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

it('delivers every event once and in order, with lost, repeated and late events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 40 }), async (happenings) => {
      const stage = new Stage();
      stage.sequencer.begin(0);
      for (const what of happenings) {
        if (what.kind === 'pushed' || what.kind === 'pushed twice' || what.kind === 'lost') stage.last += 1;
        if (what.kind === 'pushed' || what.kind === 'pushed twice') stage.receive(stage.last);
        if (what.kind === 'pushed twice') stage.receive(stage.last);
        if (what.kind === 'old') stage.receive(stage.last - what.back);
        if (what.kind === 'hello') stage.sequencer.handleHello(stage.last);
        if (what.kind === 'failure') await stage.fail();
        if (what.kind === 'answer') await stage.answer();
        expect(stage.passed).toEqual(stage.passed.map((_seq, at) => at + 1));
      }
      stage.sequencer.handleHello(stage.last);
      while (stage.questions.length + stage.later.length > 0) {
        await stage.answer();
        for (const run of stage.later.splice(0)) run();
      }
      expect(stage.passed).toEqual(Array.from({ length: stage.last }, (_, at) => at + 1));
    }),
    { numRuns: 500 },
  );
});
