import { useState, type FormEvent } from 'react';
import { courseSchemas } from '#shared/api/courses.schema.ts';
import type { CourseDetailView } from '#shared/api/courses.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { describeFailure } from '../../../../lib/http/failure.ts';
import { checkInput, fieldErrorsOf } from '../../../../lib/page/form.ts';
import { toast } from '../../../../lib/page/toasts.ts';
import { useFormDraft } from '../../../../lib/storage/use-form-draft.ts';
import { Button } from '../../../../ui/Button.tsx';
import { LinkedText } from '../../../../ui/LinkedText.tsx';
import { Remaining } from '../../../../ui/Remaining.tsx';
import { Switch } from '../../../../ui/Switch.tsx';
import { TextareaField } from '../../../../ui/TextareaField.tsx';
import { Time } from '../../../../ui/Time.tsx';
import { useAddChange } from '../../api/authoring.ts';

/** The change log of an own item, with a form for the next note. */
export function ChangeLog({ course }: { course: CourseDetailView }) {
  const form = useFormDraft(`course-change:${course.id}`, { note: '', notify: true });
  const { mutateAsync: add, isPending } = useAddChange(course.id);
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isPending) return;
    const { errors, output } = checkInput(courseSchemas.addCourseChange.body, form.values);
    setError(errors['note']);
    if (output === undefined) return;
    try {
      await add(output);
      form.discard();
      toast({ title: output.notify ? 'Learners notified' : 'Note added' });
    } catch (failed) {
      setError(fieldErrorsOf(failed)['note'] ?? describeFailure(failed).message);
    }
  };
  return (
    <section aria-labelledby="change-log" className="border-t border-border pt-5">
      <h3 id="change-log" className="font-semibold">
        Tell learners what changed
      </h3>
      <form noValidate className="mt-3 flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <TextareaField
          label="Note"
          error={error}
          hint={<Remaining text={form.values.note} maxChars={COURSE_LIMITS.noteMaxChars} />}
          dir="auto"
          value={form.values.note}
          onChange={(note) => form.change({ note })}
        />
        <Switch
          label="Notify learners"
          text="The note is listed on the page of the item in either case."
          isOn={form.values.notify}
          onChange={(notify) => form.change({ notify })}
        />
        <Button type="submit" className="self-end" isLoading={isPending}>
          Add note
        </Button>
      </form>
      {course.changes.length > 0 && (
        <ul aria-label="Change log" className="mt-4 space-y-3">
          {course.changes.map(({ id, note, createdAt }) => (
            <li key={id}>
              <Time iso={createdAt} format="date" className="text-small text-text-muted" />
              <LinkedText>{note}</LinkedText>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
