import { SUGGESTION_SOURCES, type Reach, type SuggestionSource } from '#shared/api/privacy.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { usePrivacy } from '../hooks/use-privacy.ts';
import type { Elements } from '../../../ui/elements.ts';

const REACH_LABELS: Record<Reach, string> = { everyone: 'Everyone', connections: 'Your connections', none: 'No one' };
const reachOptions = (labels: Record<Reach, string>) =>
  (['everyone', 'connections', 'none'] as const).map((value) => ({ value, label: labels[value] }));
const CONNECT_OPTIONS = reachOptions({ ...REACH_LABELS, connections: 'Connections of your connections' });
const CLASS_OPTIONS = reachOptions({ ...REACH_LABELS, connections: 'Your connections and classes' });
const REACH_FIELDS = [
  ['whoCanMessage', 'Who can message you', CLASS_OPTIONS],
  ['whoCanCall', 'Who can call you', CLASS_OPTIONS],
  ['whoCanConnect', 'Who can send you connection requests', CONNECT_OPTIONS],
  ['whoCanMention', 'Who can mention you', CLASS_OPTIONS],
] as const;
const NO_MESSAGES = 'No one can start a conversation with you. Conversations that you have accepted go on.';
const NO_MENTIONS = 'Mentions by others do not notify you, except in discussions in which you have written.';
const NO_STRANGERS = `Members whom your institution has confirmed are included. ${NO_MENTIONS}`;
const SOURCE_LABELS: Record<SuggestionSource, string> = {
  mutuals: 'Connections in common',
  institution: 'The same institution',
  course: 'The same course',
  event: 'The same event',
};

function hintOf(field: (typeof REACH_FIELDS)[number][0], reach: Reach): string | undefined {
  if (field === 'whoCanMessage' && reach === 'none') return NO_MESSAGES;
  if (field !== 'whoCanMention' || reach === 'everyone') return undefined;
  return reach === 'none' ? NO_MENTIONS : NO_STRANGERS;
}

/**
 * Fields for who can reach the member, what others can see, and what suggestions are based on; each is saved at once.
 * `history` is shown below the search history switch.
 */
export function PrivacyFields({ isStudent, history }: { isStudent: boolean; history?: Elements }) {
  const query = usePrivacy();
  const { data, change } = query;
  if (data === undefined) return <QueryState query={query} skeleton={<Skeleton className="h-64 w-full" />} />;
  return (
    <div className="space-y-6">
      <div className="grid gap-4 sm:grid-cols-2">
        {REACH_FIELDS.map(([field, label, options]) => (
          <SelectField
            key={field}
            label={label}
            options={options}
            value={data[field]}
            hint={hintOf(field, data[field])}
            onChange={(reach) => change({ [field]: reach })}
          />
        ))}
      </div>
      <div className="space-y-4">
        {isStudent && (
          <Switch
            label="List me in the student directory"
            text="Members can find you under Students. Off until you turn it on."
            isOn={data.directory === true}
            onChange={(directory) => change({ directory })}
          />
        )}
        <Switch
          label="Read receipts"
          text="Members you write with see what you have read, and you see what they have read."
          isOn={data.readReceipts}
          onChange={(readReceipts) => change({ readReceipts })}
        />
        <Switch
          label="Show when I am online"
          text="Your connections see a dot beside your photo, and you see theirs."
          isOn={data.presence}
          onChange={(presence) => change({ presence })}
        />
        <Switch
          label="Always relay calls"
          text="Members whom you call don’t learn your IP address. Calls may take a little longer to connect."
          isOn={data.alwaysRelay}
          onChange={(alwaysRelay) => change({ alwaysRelay })}
        />
        <Switch
          label="Pause search history"
          text="Your searches are not saved while this is on."
          isOn={data.historyPaused}
          onChange={(historyPaused) => change({ historyPaused })}
        />
        {history}
      </div>
      <fieldset>
        <legend className="font-semibold">Suggestions</legend>
        <p className="mt-0.5 mb-4 text-small text-text-muted">
          Suggestions are based only on what you choose here. Anything turned off is not used to suggest you to others
          either.
        </p>
        <div className="space-y-4">
          {SUGGESTION_SOURCES.map((source) => (
            <Switch
              key={source}
              label={SOURCE_LABELS[source]}
              isOn={data.suggestionSources[source]}
              onChange={(isOn) => change({ suggestionSources: { [source]: isOn } })}
            />
          ))}
        </div>
      </fieldset>
    </div>
  );
}
