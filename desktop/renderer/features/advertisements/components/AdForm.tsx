import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { createAdvertisementSchema, editAdvertisementSchema } from '#shared/api/advertisements.schema.ts';
import type { AdSection, OwnAdvertisementView } from '#shared/api/advertisements.ts';
import { AD_LIMITS } from '#shared/limits.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { checkInput, fieldErrorsOf, type FieldErrors } from '../../../lib/page/form.ts';
import { useImageUpload } from '../../../lib/http/image-upload.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { useFormDraft, type FormDraft } from '../../../lib/storage/use-form-draft.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { UnsavedChanges } from '../../../ui/UnsavedChanges.tsx';
import { changesOf, draftOf, inputOf, type AdDraft } from '../ad-form.ts';
import { useVersionConflict } from '../../../ui/use-version-conflict.tsx';
import { useCreateAdvertisement, useEditAdvertisement } from '../api/mutations.ts';
import { ownAdvertisementsQuery } from '../api/queries.ts';
import { AdFields } from './AdFields.tsx';
import { AdPreview } from './AdPreview.tsx';

/** The user's event to promote. */
export interface Promoted {
  id: string;
  title: string;
  description: string;
  host: { fullName: string };
}

interface AdFormProps {
  /** The advertisement to edit; null creates a new one. */
  advertisement: OwnAdvertisementView | null;
  /** The event that a new one promotes instead of a link. */
  promoted?: Promoted | undefined;
  /** The preselected section of a new one. */
  section: AdSection;
  onDone: () => void;
  onClose: () => void;
}

/**
 * Creates or edits an advertisement, with a preview. Unsaved texts are stored on this device until they are sent or the
 * user goes back.
 */
export function AdForm({ advertisement, promoted, section, onDone, onClose }: AdFormProps) {
  const formId = useId();
  const form = useFormDraft(
    `advertisement:${advertisement?.id ?? promoted?.id ?? 'new'}`,
    draftOf(advertisement, { section, promoted }),
    advertisement?.version,
  );
  const { values: draft, isRestored, change, discard } = form;
  const discardAndLeave = (): void => {
    discard();
    onDone();
  };
  const upload = useImageUpload('advertisement-image');
  const { errors, running, save, conflict } = useSaving({ advertisement, form, upload, onDone: discardAndLeave });
  const summary = useRef<HTMLDivElement>(null);
  const [refused, setRefused] = useState(0);
  useEffect(() => {
    if (refused > 0) summary.current?.focus();
  }, [refused]);
  const submit = async (isDraft: boolean): Promise<void> => {
    if (!(await save(isDraft))) setRefused((count) => count + 1);
  };
  if (conflict) return conflict;
  return (
    <Dialog
      size="lg"
      onClose={onClose}
      title={promoted ? 'Promote this event' : advertisement === null ? 'New advertisement' : 'Edit advertisement'}
      description={
        advertisement === null || advertisement.state === 'draft'
          ? undefined
          : 'An operator reviews it again. It is not shown until then.'
      }
      footer={
        <>
          <Button onClick={discardAndLeave}>Back</Button>
          {(advertisement === null || advertisement.state === 'draft') && (
            <Button isLoading={running === 'draft'} onClick={() => void submit(true)}>
              Save as draft
            </Button>
          )}
          <Button variant="primary" type="submit" form={formId} isLoading={running === 'review'}>
            Send for review
          </Button>
        </>
      }
    >
      <div className="grid gap-6 sm:grid-cols-[minmax(0,1fr)_18rem]">
        <form
          id={formId}
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            void submit(false);
          }}
        >
          {isRestored && <UnsavedChanges onDiscard={discard} />}
          <ErrorSummary
            ref={summary}
            errors={Object.entries(errors).map(([field, message]) => ({ fieldId: `${formId}-${field}`, message }))}
          />
          <AdFields idPrefix={formId} draft={draft} errors={errors} upload={upload} onChange={change} />
        </form>
        <AdPreview
          draft={draft}
          imagePreviewUrl={upload.image?.previewUrl ?? null}
          advertiser={advertisement?.advertiser.fullName ?? promoted?.host.fullName ?? 'you'}
        />
      </div>
    </Dialog>
  );
}

interface Saving {
  advertisement: OwnAdvertisementView | null;
  form: FormDraft<AdDraft>;
  upload: ReturnType<typeof useImageUpload>;
  onDone: () => void;
}

function useSaving({ advertisement, form, upload, onDone }: Saving) {
  const draft = form.values;
  const client = useQueryClient();
  const wasDraft = useRef(false);
  const { mutateAsync: create } = useCreateAdvertisement();
  const { mutateAsync: edit } = useEditAdvertisement();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [running, setRunning] = useState<'draft' | 'review' | null>(null);
  const send = async (isDraft: boolean, version: string): Promise<boolean> => {
    const file = await upload.finish();
    const input = { ...inputOf(draft), ...(file && { fileId: file.fileId }), ...(isDraft && { isDraft }) };
    if (advertisement === null) {
      await create(input);
      return true;
    }
    const changes = changesOf(advertisement, draft, { fileId: file?.fileId, isDraft });
    if (Object.keys(changes).length === 0) return false;
    await edit({ id: advertisement.id, version, body: changes });
    return true;
  };
  const save = async (isDraft: boolean, version = form.version): Promise<boolean> => {
    if (running !== null) return true;
    const found = problemsOf(draft, advertisement);
    setErrors(found);
    if (Object.keys(found).length > 0) return false;
    setRunning(isDraft ? 'draft' : 'review');
    wasDraft.current = isDraft;
    try {
      if (await send(isDraft, version))
        toast(
          isDraft
            ? { title: 'Draft saved' }
            : { title: 'Sent for review', description: 'You will be notified when it is shown.' },
        );
      onDone();
      return true;
    } catch (error) {
      setRunning(null);
      if (await conflict.catchStale(error)) return true;
      const refused = fieldErrorsOf(error);
      setErrors(Object.keys(refused).length > 0 ? refused : { title: describeFailure(error).message });
      return false;
    }
  };
  const conflict = useVersionConflict({
    form,
    what: 'Your advertisement',
    parts: PARTS,
    isSaving: running !== null,
    load: async () => {
      const own = await client.fetchQuery({ ...ownAdvertisementsQuery, staleTime: 0 });
      const newer = own.find(({ id }) => id === advertisement?.id);
      if (!newer) throw new Error('The advertisement is gone');
      return { values: draftOf(newer, { section: newer.section }), version: newer.version };
    },
    save: (version) => void save(wasDraft.current, version),
    onClose: onDone,
  });
  return { errors, running, save, conflict: conflict.dialog };
}

/** The parts that are compared. */
const PARTS = {
  title: 'Title',
  description: 'Text',
  linkUrl: 'Link',
  section: 'Section',
  imageAlt: 'Image description',
};

function problemsOf(draft: AdDraft, advertisement: OwnAdvertisementView | null): FieldErrors {
  const { eventId: _eventId, ...fields } = inputOf(draft);
  const { errors } =
    advertisement === null
      ? checkInput(createAdvertisementSchema, inputOf(draft))
      : checkInput(editAdvertisementSchema, fields);
  if (draft.imageAlt.trim().length > AD_LIMITS.imageAltMaxChars)
    errors['imageAlt'] ??= `At most ${String(AD_LIMITS.imageAltMaxChars)} characters`;
  return errors;
}
