import { Check, X } from 'lucide-react';
import { useState } from 'react';
import type { ProfileView } from '#shared/api/users.ts';
import { loadDraft, saveDraft } from '../../../lib/storage/drafts.ts';
import { Card } from '../../../ui/Card.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';

const PLACE = 'first-steps-dismissed';

/** Three steps that complete a profile; hidden when they are done or dismissed. */
export function FirstSteps({
  profile,
  onPhoto,
  onEdit,
}: {
  profile: ProfileView;
  onPhoto: () => void;
  onEdit: () => void;
}) {
  const [isDismissed, setIsDismissed] = useState(() => loadDraft(profile.id, PLACE) !== '');
  const steps = [
    { label: 'Add a photo', isDone: profile.profileImage !== null, onStart: onPhoto },
    { label: 'Write about yourself', isDone: profile.bio !== null, onStart: onEdit },
    {
      label: 'Add where you study or work',
      isDone: profile.educationData.length + profile.experienceData.length > 0,
      onStart: onEdit,
    },
  ];
  if (isDismissed || steps.every(({ isDone }) => isDone)) return null;
  return (
    <Card as="section" aria-labelledby="first-steps">
      <div className="flex items-start justify-between gap-3">
        <h2 id="first-steps" className="font-semibold">
          Complete your profile
        </h2>
        <IconButton
          label="Hide these steps"
          icon={<X className="size-4" />}
          className="-me-2 -mt-1.5"
          onClick={() => {
            saveDraft(profile.id, PLACE, 'yes');
            setIsDismissed(true);
          }}
        />
      </div>
      <ul className="mt-2 space-y-1">
        {steps.map(({ label, isDone, onStart }) => (
          <li key={label} className="flex min-h-8 items-center gap-2.5">
            <span
              aria-hidden="true"
              className="flex size-5 items-center justify-center rounded-full border border-border text-success"
            >
              {isDone && <Check className="size-3.5" />}
            </span>
            {isDone ? (
              <span className="text-text-muted">
                <span>{label}</span>
                <span className="sr-only">, done</span>
              </span>
            ) : (
              <button type="button" className="font-medium hover:underline" onClick={onStart}>
                {label}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
