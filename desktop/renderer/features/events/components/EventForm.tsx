import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import type { AudienceView } from '#shared/api/audiences.ts';
import { createEventSchema, editEventSchema } from '#shared/api/events.schema.ts';
import type { EditEventInput, EventDetailView } from '#shared/api/events.ts';
import { EVENT_LIMITS } from '#shared/limits.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { checkInput, type FieldErrors, fieldErrorsOf } from '../../../lib/page/form.ts';
import { useFormDraft, versionOf, type FormDraft } from '../../../lib/storage/use-form-draft.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { UnsavedChanges } from '../../../ui/UnsavedChanges.tsx';
import { useVersionConflict } from '../../../ui/use-version-conflict.tsx';
import { useCreateEvent, useEditEvent } from '../api/mutations.ts';
import { eventQuery } from '../api/queries.ts';
import { changesOf, draftOf, inputOf, type EventDraft } from '../event-form.ts';
import { AudienceField } from '../../users/components/AudienceField.tsx';
import { EventFields } from './EventFields.tsx';

interface EventFormProps {
  /** The event to edit; null creates a new one. */
  event: EventDetailView | null;
  isStudent: boolean;
  /** The class that alone can see a new event; without it the user chooses the audience. */
  classOf?: AudienceView | undefined;
  onSaved: (id: string) => void;
  onCancel: () => void;
  onClose: () => void;
}

/** Creates or edits an event. Entered values are stored on this device until they are saved or cancelled. */
export function EventForm({ event, isStudent, classOf, onSaved, onCancel, onClose }: EventFormProps) {
  const formId = useId();
  const [initial] = useState(() => ({
    ...draftOf(event),
    ...(event === null && isStudent && { capacity: '12' }),
    ...(event === null && classOf && { audience: classOf }),
  }));
  const form = useFormDraft(placeOf(event, classOf), initial, event === null ? '' : versionOf(event));
  const { errors, isSaving, save, conflict } = useSaving({
    event,
    form,
    onClose,
    isStudent,
    onSaved: (id) => {
      form.discard();
      onSaved(id);
    },
  });
  const summary = useRef<HTMLDivElement>(null);
  const [refused, setRefused] = useState(0);
  useEffect(() => {
    if (refused > 0) summary.current?.focus();
  }, [refused]);
  const submit = async (submitted: FormEvent): Promise<void> => {
    submitted.preventDefault();
    if (!(await save())) setRefused((count) => count + 1);
  };
  if (conflict) return conflict;
  return (
    <Dialog
      onClose={onClose}
      title={event === null ? 'New event' : 'Edit event'}
      description={event === null ? undefined : 'Attendees will be notified of the change.'}
      footer={
        <>
          <Button
            onClick={() => {
              form.discard();
              onCancel();
            }}
          >
            {event === null ? 'Cancel' : 'Back'}
          </Button>
          <Button variant="primary" type="submit" form={formId} isLoading={isSaving}>
            {event === null ? 'Publish' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={(submitted) => void submit(submitted)}>
        {form.isRestored && <UnsavedChanges onDiscard={form.discard} />}
        <ErrorSummary
          ref={summary}
          errors={Object.entries(errors).map(([field, message]) => ({ fieldId: `${formId}-${field}`, message }))}
        />
        {event === null && classOf === undefined && (
          <AudienceField isForEvent value={form.values.audience} onChange={(audience) => form.change({ audience })} />
        )}
        <EventFields
          idPrefix={formId}
          draft={form.values}
          errors={errors}
          isStudent={isStudent}
          onChange={form.change}
        />
      </form>
    </Dialog>
  );
}

/** The name of the stored draft. */
function placeOf(event: EventDetailView | null, classOf: AudienceView | undefined): string {
  if (event !== null) return `event-edit:${event.id}`;
  return classOf === undefined ? 'event' : `event:${classOf.id}`;
}

interface Saving {
  event: EventDetailView | null;
  form: FormDraft<EventDraft>;
  isStudent: boolean;
  onSaved: (id: string) => void;
  onClose: () => void;
}

function useSaving({ event, form, isStudent, onSaved, onClose }: Saving) {
  const draft = form.values;
  const client = useQueryClient();
  const { mutateAsync: create, isPending: isCreating } = useCreateEvent();
  const { mutateAsync: edit, isPending: isEditing } = useEditEvent();
  const isSaving = isCreating || isEditing;
  const [errors, setErrors] = useState<FieldErrors>({});
  const save = async (version = form.version): Promise<boolean> => {
    if (isSaving) return true;
    const changes = event === null ? {} : changesOf(event, draft);
    if (event !== null && Object.keys(changes).length === 0) {
      onSaved(event.id);
      return true;
    }
    const found = problemsOf({ event, draft, changes, isStudent });
    setErrors(found);
    if (Object.keys(found).length > 0) return false;
    try {
      const saved = await (event === null ? create(inputOf(draft)) : edit({ id: event.id, version, body: changes }));
      toast({ title: event === null ? 'Event published' : 'Event saved' });
      onSaved(saved.id);
      return true;
    } catch (error) {
      if (await conflict.catchStale(error)) return true;
      const refused = fieldErrorsOf(error);
      setErrors(Object.keys(refused).length > 0 ? refused : { title: describeFailure(error).message });
      return false;
    }
  };
  const conflict = useVersionConflict({
    form,
    what: 'Your event',
    parts: PARTS,
    isSaving,
    load: async () => {
      if (event === null) throw new Error('A new event has no other version');
      const newer = await client.fetchQuery({ ...eventQuery(event.id), staleTime: 0 });
      return { values: draftOf(newer), version: versionOf(newer) };
    },
    save: (version) => void save(version),
    onClose,
  });
  return { errors, isSaving, save, conflict: conflict.dialog };
}

/** The parts that an edit changes. */
const PARTS = {
  title: 'Title',
  description: 'Description',
  isVirtual: 'Online',
  location: 'Place',
  joinUrl: 'Link to join',
  day: 'Day',
  from: 'From',
  to: 'Until',
  lastDay: 'Last day',
  timezone: 'Time zone',
  capacity: 'Seats',
};

interface Draft {
  event: EventDetailView | null;
  draft: EventDraft;
  changes: EditEventInput;
  isStudent: boolean;
}

function problemsOf({ event, draft, changes, isStudent }: Draft): FieldErrors {
  const { errors } =
    event === null
      ? checkInput<unknown>(createEventSchema, inputOf(draft))
      : checkInput<unknown>(editEventSchema, changes);
  const { capacity } = inputOf(draft);
  if (isStudent && (capacity ?? 0) > EVENT_LIMITS.studentCapacityMax)
    errors['capacity'] ??= `Events of students can have at most ${EVENT_LIMITS.studentCapacityMax} seats`;
  return errors;
}
