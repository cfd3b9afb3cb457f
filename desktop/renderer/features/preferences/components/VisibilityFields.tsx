import type { Audience, ProfileField } from '#shared/api/privacy.ts';
import { AUDIENCES, PROFILE_FIELDS } from '#shared/api/privacy.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { usePrivacy } from '../hooks/use-privacy.ts';

const AUDIENCE_LABELS: Record<Audience, string> = {
  everyone: 'Everyone',
  connections: 'Your connections',
  institution: 'Your institution',
  me: 'Only you',
};
const OPTIONS = AUDIENCES.map((value) => ({ value, label: AUDIENCE_LABELS[value] }));
const PARTS: Record<ProfileField, string> = {
  bio: 'About you',
  position: 'Position',
  institution: 'Institution',
  educationData: 'Education',
  experienceData: 'Experience',
  connections: 'Your connections',
  learning: 'Your courses',
  events: 'Events you attend',
};

/** Fields for who can see each part of the profile; each is saved at once. */
export function VisibilityFields() {
  const query = usePrivacy();
  const { data, change } = query;
  if (data === undefined) return <QueryState query={query} skeleton={<Skeleton className="h-48 w-full" />} />;
  return (
    <fieldset>
      <legend className="sr-only">Who sees which part of your profile</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {PROFILE_FIELDS.map((field) => (
          <SelectField
            key={field}
            label={PARTS[field]}
            options={OPTIONS}
            value={data.fieldVisibility[field]}
            onChange={(audience) => change({ fieldVisibility: { [field]: audience } })}
          />
        ))}
      </div>
      <p className="mt-4 text-small text-text-muted">
        Your name, role and photo appear beside everything you write. “Your institution” means members whose place there
        is confirmed, and the institution itself.
      </p>
    </fieldset>
  );
}
