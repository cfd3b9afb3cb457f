import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { createAdvertisementSchema } from '#shared/api/advertisements.schema.ts';
import { AD_SECTIONS, type AdSection, type OwnAdvertisementView } from '#shared/api/advertisements.ts';
import { AD_LIMITS } from '#shared/limits.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { useForm } from '../../../lib/form.ts';
import { toast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Remaining } from '../../../ui/Remaining.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { useAdvertisementWrites } from '../api/mutations.ts';
import { SECTION_NAMES } from '../sections.ts';
import { AdCard } from './AdCard.tsx';

/** Props of {@link AdForm}. */
export interface AdFormProps {
  /** The one to change; null makes a new one. */
  advertisement: OwnAdvertisementView | null;
  /** Where a new one is shown unless the member chooses another place. */
  section: AdSection;
  onDone: () => void;
  onClose: () => void;
}

/** Places that stand on a page at present; the one in the feed does not yet. */
const PLACES = AD_SECTIONS.filter((value) => value !== 2).map((value) => ({ value: String(value), label: SECTION_NAMES[value] }));

/** Makes or changes an advertisement, with a preview as it will stand in its place. */
export function AdForm({ advertisement, section, onDone, onClose }: AdFormProps) {
  const formId = useId();
  const writes = useAdvertisementWrites();
  const [key] = useState(() => crypto.randomUUID());
  const form = useForm(createAdvertisementSchema, {
    title: advertisement?.title ?? '', description: advertisement?.description ?? '', linkUrl: advertisement?.linkUrl ?? '', section: advertisement?.section ?? section,
  });
  const summary = useRef<HTMLDivElement>(null);
  const [refused, setRefused] = useState(0);
  useEffect(() => {
    if (refused > 0) summary.current?.focus();
  }, [refused]);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    let isSaved = false;
    const errors = await form.submit(async (input) => {
      try {
        await (advertisement === null ? writes.create(input, key) : writes.edit(advertisement.id, input));
        isSaved = true;
      } catch (error) {
        toast({ title: 'Not saved', description: describeFailure(error).message, variant: 'destructive' });
        throw error;
      }
    });
    if (Object.keys(errors).length > 0) setRefused((count) => count + 1);
    if (!isSaved) return;
    toast({ title: 'Sent to the operators', description: 'You are told when it is shown.' });
    onDone();
  };
  const { values, errors } = form;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={advertisement === null ? 'New advertisement' : 'Edit advertisement'}
      description={advertisement === null ? undefined : 'An operator looks at it again; until then it is not shown.'}
      footer={
        <>
          <Button onClick={onDone}>Back</Button>
          <Button variant="primary" type="submit" form={formId} isLoading={form.isSubmitting}>
            Send for review
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <ErrorSummary ref={summary} errors={Object.entries(errors).map(([field, message]) => ({ fieldId: `${formId}-${field}`, message }))} />
        <Field label="Title" id={`${formId}-title`} error={errors['title']} hint={<Remaining text={values.title} maxChars={AD_LIMITS.titleMaxChars} />}>
          {(control) => <TextInput {...control} dir="auto" value={values.title} onChange={(event) => form.set('title', event.target.value)} />}
        </Field>
        <Field label="Text" id={`${formId}-description`} error={errors['description']} hint={<Remaining text={values.description} maxChars={AD_LIMITS.descriptionMaxChars} />}>
          {(control) => <Textarea {...control} dir="auto" rows={2} value={values.description} onChange={(event) => form.set('description', event.target.value)} />}
        </Field>
        <Field label="Link" id={`${formId}-linkUrl`} error={errors['linkUrl']}>
          {(control) => <TextInput {...control} type="url" dir="ltr" inputMode="url" placeholder="https://" maxLength={AD_LIMITS.linkMaxChars} value={values.linkUrl} onChange={(event) => form.set('linkUrl', event.target.value)} />}
        </Field>
        <Field label="Where" id={`${formId}-section`} error={errors['section']}>
          {(control) => <Select {...control} options={PLACES} value={String(values.section)} onChange={(value) => form.set('section', Number(value) as AdSection)} />}
        </Field>
        <section aria-label="Preview" className="max-w-72">
          <p className="mb-1.5 font-medium">Preview</p>
          <AdCard advertiser={advertisement?.advertiser.fullName ?? 'you'} title={values.title || 'Title'} description={values.description || 'Text'} linkUrl={values.linkUrl} />
        </section>
      </form>
    </Dialog>
  );
}
