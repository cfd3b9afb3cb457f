import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { ProfileView } from '#shared/api/users.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { fieldErrorsOf } from '../../../lib/page/form.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { useFormDraft } from '../../../lib/storage/use-form-draft.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';
import { TextareaField } from '../../../ui/TextareaField.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { UnsavedChanges } from '../../../ui/UnsavedChanges.tsx';
import { useVersionConflict } from '../../../ui/use-version-conflict.tsx';
import { useEditProfile } from '../api/mutations.ts';
import { profileQuery } from '../api/queries.ts';
import { checkDraft, describePart, draftOf, EMPTY_EDUCATION, EMPTY_EXPERIENCE, PART_NAMES } from '../profile-form.ts';
import { EntryEditor } from './EntryEditor.tsx';

const LINES = ['fullName', 'position', 'institution'] as const;
const LABELS: Record<(typeof LINES)[number], string> = {
  fullName: 'Full name',
  position: 'Position',
  institution: 'Institution',
};
const EDUCATION_TEXTS = [
  ['institution', 'Institution'],
  ['degree', 'Degree'],
  ['field', 'Field'],
] as const;
const EXPERIENCE_TEXTS = [
  ['title', 'Job title'],
  ['company', 'Organisation'],
  ['location', 'Place'],
] as const;

/** Edits the user's profile. Shows both versions after a conflict; unsaved changes are stored on this device. */
export function ProfileEditor({ profile, onClose }: { profile: ProfileView; onClose: () => void }) {
  const client = useQueryClient();
  const { mutateAsync: edit, isPending: isSaving } = useEditProfile();
  const form = useFormDraft('profile', draftOf(profile), profile.version);
  const { values: draft, discard } = form;
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<{ message: string; requestId: string | undefined } | null>(null);
  const formRef = useRef<HTMLFormElement>(null);
  const formId = useId();

  const showErrors = (found: Record<string, string>): void => {
    setErrors(found);
    // Runs after the render that shows the errors.
    requestAnimationFrame(() => formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const save = async (against: string): Promise<void> => {
    const found = checkDraft(draft);
    showErrors(found);
    if (Object.keys(found).length > 0) return;
    setFailure(null);
    try {
      await edit({ changes: draft, version: against });
      discard();
      toast({ title: 'Profile saved' });
      onClose();
    } catch (error) {
      if (await conflict.catchStale(error)) return;
      setFailure(describeFailure(error));
      showErrors(fieldErrorsOf(error));
    }
  };

  const conflict = useVersionConflict({
    form,
    what: 'Your profile',
    parts: PART_NAMES,
    describe: describePart,
    isSaving,
    load: async () => {
      const newer = await client.fetchQuery({ ...profileQuery(null), staleTime: 0 });
      return { values: draftOf(newer), version: newer.version };
    },
    save: (version) => void save(version),
    onClose,
  });
  if (conflict.dialog) return conflict.dialog;
  return (
    <Dialog
      onClose={onClose}
      title="Edit profile"
      size="lg"
      footer={
        <>
          <Button
            onClick={() => {
              discard();
              onClose();
            }}
          >
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" isLoading={isSaving}>
            Save
          </Button>
        </>
      }
    >
      <form
        ref={formRef}
        id={formId}
        noValidate
        className="space-y-6"
        onSubmit={(event) => {
          event.preventDefault();
          void save(form.version);
        }}
      >
        {failure && <ErrorPanel {...failure} />}
        {form.isRestored && <UnsavedChanges onDiscard={discard} />}
        <div className="grid gap-4 sm:grid-cols-2">
          {LINES.map((part) => (
            <TextField
              key={part}
              label={LABELS[part]}
              isOptional={part !== 'fullName'}
              hint={
                part === 'fullName' && profile.role === 'institution'
                  ? 'The operators may have to approve a new name.'
                  : undefined
              }
              error={errors[part]}
              dir="auto"
              value={draft[part]}
              onChange={(value) => form.change({ [part]: value })}
            />
          ))}
        </div>
        <TextareaField
          label="About you"
          isOptional
          error={errors['bio']}
          dir="auto"
          rows={4}
          value={draft.bio}
          onChange={(bio) => form.change({ bio })}
        />
        <EntryEditor
          title="Education"
          noun="education"
          path="educationData"
          entries={draft.educationData}
          texts={EDUCATION_TEXTS}
          empty={EMPTY_EDUCATION}
          errors={errors}
          onChange={(educationData) => form.change({ educationData })}
        />
        <EntryEditor
          title="Experience"
          noun="experience"
          path="experienceData"
          entries={draft.experienceData}
          texts={EXPERIENCE_TEXTS}
          empty={EMPTY_EXPERIENCE}
          errors={errors}
          onChange={(experienceData) => form.change({ experienceData })}
        />
      </form>
    </Dialog>
  );
}
