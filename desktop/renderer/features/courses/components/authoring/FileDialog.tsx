import { useState } from 'react';
import { courseSchemas } from '#shared/api/courses.schema.ts';
import type { CourseFileView } from '#shared/api/courses.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { describeFailure } from '../../../../lib/http/failure.ts';
import { checkInput, fieldErrorsOf } from '../../../../lib/page/form.ts';
import { useFormDraft } from '../../../../lib/storage/use-form-draft.ts';
import { Checkbox } from '../../../../ui/Checkbox.tsx';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { TextField } from '../../../../ui/TextField.tsx';
import { useEditFile } from '../../api/authoring.ts';

interface FileDialogProps {
  courseId: string;
  file: CourseFileView;
  onClose: () => void;
}

/** Renames a file of an own item, or changes whether it is a preview. */
export function FileDialog({ courseId, file, onClose }: FileDialogProps) {
  const form = useFormDraft(`course-file:${file.id}`, { title: file.title, isPreview: file.isPreview });
  const { mutateAsync: edit, isPending } = useEditFile(courseId);
  const [error, setError] = useState<string>();
  const discardAndClose = (): void => {
    form.discard();
    onClose();
  };
  const save = async (): Promise<void> => {
    const { errors } = checkInput<unknown>(courseSchemas.editCourseFile.body, form.values);
    setError(errors['title']);
    if (Object.keys(errors).length > 0) return;
    try {
      if (form.isChanged) await edit({ fileId: file.id, ...form.values });
      discardAndClose();
    } catch (failed) {
      setError(fieldErrorsOf(failed)['title'] ?? describeFailure(failed).message);
    }
  };
  return (
    <FormDialog
      title="Edit file"
      description={file.name}
      submitLabel="Save"
      isSubmitting={isPending}
      onSubmit={() => void save()}
      onCancel={discardAndClose}
      onClose={onClose}
    >
      <TextField
        label="Title"
        error={error}
        dir="auto"
        maxLength={COURSE_LIMITS.titleMaxChars}
        value={form.values.title}
        onChange={(title) => form.change({ title })}
      />
      <Checkbox
        label="Preview: everyone who sees the item can open it"
        isChecked={form.values.isPreview}
        onChange={(isPreview) => form.change({ isPreview })}
      />
    </FormDialog>
  );
}
