import { STATES } from '#shared/api/analytics-states.ts';
import type { AnalyticsView } from '#shared/api/analytics.ts';
import { wordState } from '../wording.ts';
import { Definitions } from './Definitions.tsx';

/** The numbers that are true now; they have no graph and no row in the table of days. */
export function States({ view: { states } }: { view: AnalyticsView }) {
  if (states.length === 0) return null;
  return (
    <section aria-label="Now" className="mb-6">
      <h2 className="text-base font-semibold">Now</h2>
      <p className="text-small text-text-muted">These numbers do not depend on the period.</p>
      <dl className="mt-2 flex flex-wrap gap-x-8 gap-y-2 text-small">
        {states.map((state) => (
          <div key={state.name}>
            <dt className="inline text-text-muted">{`${STATES[state.name].label}: `}</dt>
            <dd className="inline font-medium tabular-nums">{wordState(state)}</dd>
          </div>
        ))}
      </dl>
      <Definitions
        title="What the numbers under “Now” mean"
        numbers={states.map(({ name }) => ({ name, ...STATES[name] }))}
      />
    </section>
  );
}
