import type { ReactNode } from 'react';
import { SUGGESTION_FACTS, type Reach, type SuggestionFact } from '#shared/api/privacy.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { usePrivacy } from '../hooks/use-privacy.ts';

const REACH_LABELS: Record<Reach, string> = { everyone: 'Everyone', connections: 'Your connections', nobody: 'Nobody' };
const reaches = (labels: Record<Reach, string>) =>
  (['everyone', 'connections', 'nobody'] as const).map((value) => ({ value, label: labels[value] }));
const REACHES = reaches(REACH_LABELS);
const ASKERS = reaches({ ...REACH_LABELS, connections: 'Connections of your connections' });
const DOORS = [
  ['whoCanMessage', 'Who can message you', REACHES],
  ['whoCanCall', 'Who can call you', REACHES],
  ['whoCanConnect', 'Who can ask to connect', ASKERS],
] as const;
const FACTS: Record<SuggestionFact, string> = {
  mutuals: 'Connections in common',
  institution: 'The same institution',
  course: 'The same course',
  event: 'The same event',
};

/**
 * Who reaches the member, what others notice, and which facts make suggestions; each choice holds at once. `history`
 * stands below the switch of the search history.
 */
export function PrivacyFields({ isStudent, history }: { isStudent: boolean; history?: ReactNode }) {
  const { data, error, isFetching, refetch, change } = usePrivacy();
  if (data === undefined) {
    if (error) return <ErrorPanel {...describeFailure(error)} isRetrying={isFetching} onRetry={() => void refetch()} />;
    return <Skeleton className="h-64 w-full" />;
  }
  return (
    <div className="space-y-6">
      <div className="grid gap-4 sm:grid-cols-3">
        {DOORS.map(([door, label, options]) => (
          <Field key={door} label={label}>
            {(control) => (
              <Select
                {...control}
                options={options}
                value={data[door]}
                onChange={(reach) => change({ [door]: reach })}
              />
            )}
          </Field>
        ))}
      </div>
      <div className="space-y-4">
        {isStudent && (
          <Switch
            label="List me in the student directory"
            text="Members can find you under Students. Off until you choose it."
            isOn={data.directory === true}
            onChange={(directory) => change({ directory })}
          />
        )}
        <Switch
          label="Read receipts"
          text="People you write with see what you have read, and you see it of them."
          isOn={data.readReceipts}
          onChange={(readReceipts) => change({ readReceipts })}
        />
        <Switch
          label="Show when I am online"
          text="Your connections see a dot beside your picture, and you see theirs."
          isOn={data.presence}
          onChange={(presence) => change({ presence })}
        />
        <Switch
          label="Pause search history"
          text="What you search for is not kept while this is on."
          isOn={data.historyPaused}
          onChange={(historyPaused) => change({ historyPaused })}
        />
        {history}
      </div>
      <fieldset>
        <legend className="font-semibold">Suggestions</legend>
        <p className="mt-0.5 mb-4 text-[0.8125rem] text-text-muted">
          Whom you may know is found by facts alone. A fact that is off counts for nobody: you are not suggested by it
          either.
        </p>
        <div className="space-y-4">
          {SUGGESTION_FACTS.map((fact) => (
            <Switch
              key={fact}
              label={FACTS[fact]}
              isOn={data.suggestionFacts[fact]}
              onChange={(isOn) => change({ suggestionFacts: { [fact]: isOn } })}
            />
          ))}
        </div>
      </fieldset>
    </div>
  );
}
