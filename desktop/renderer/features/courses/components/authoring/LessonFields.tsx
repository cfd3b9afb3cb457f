import type { CourseFileView, LessonKind } from '#shared/api/courses.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import type { FieldErrors } from '../../../../lib/page/form.ts';
import { Checkbox } from '../../../../ui/Checkbox.tsx';
import { RadioCards } from '../../../../ui/RadioCards.tsx';
import { Remaining } from '../../../../ui/Remaining.tsx';
import { SelectField } from '../../../../ui/SelectField.tsx';
import { TextareaField } from '../../../../ui/TextareaField.tsx';
import { TextField } from '../../../../ui/TextField.tsx';
import type { LessonDraft } from './lesson-form.ts';
import { LESSON_KINDS } from './lesson-kinds.ts';
import { QuizFields } from './QuizFields.tsx';

interface LessonFieldsProps {
  idPrefix: string;
  draft: LessonDraft;
  errors: FieldErrors;
  /** The files of the item. */
  files: readonly CourseFileView[];
  /** The kind of a stored lesson does not change. */
  isNew: boolean;
  onChange: (fields: Partial<LessonDraft>) => void;
}

const KINDS = (Object.keys(LESSON_KINDS) as LessonKind[]).map((value) => {
  const { label, text, icon: Icon } = LESSON_KINDS[value];
  return { value, title: label, text, icon: <Icon className="size-4.5" /> };
});

/** The fields of a lesson. */
export function LessonFields({ idPrefix, draft, errors, files, isNew, onChange }: LessonFieldsProps) {
  return (
    <>
      <TextField
        id={`${idPrefix}-title`}
        label="Title"
        error={errors['title']}
        dir="auto"
        maxLength={COURSE_LIMITS.titleMaxChars}
        value={draft.title}
        onChange={(title) => onChange({ title })}
      />
      {isNew && (
        <RadioCards
          id={`${idPrefix}-kind`}
          label="Kind"
          options={KINDS}
          value={draft.kind}
          error={errors['kind']}
          onChange={(kind) => onChange({ kind })}
        />
      )}
      <ContentField idPrefix={idPrefix} draft={draft} errors={errors} files={files} onChange={onChange} />
      <Checkbox
        label="Preview: everyone who sees the item can open it"
        isChecked={draft.isPreview}
        onChange={(isPreview) => onChange({ isPreview })}
      />
    </>
  );
}

function ContentField({ idPrefix, draft, errors, files, onChange }: Omit<LessonFieldsProps, 'isNew'>) {
  const field = (name: string) => ({ id: `${idPrefix}-${name}`, error: errors[name] });
  switch (draft.kind) {
    case 'text':
      return (
        <TextareaField
          {...field('text')}
          label="Text"
          hint={<Remaining text={draft.text} maxChars={COURSE_LIMITS.lessonMaxChars} />}
          dir="auto"
          rows={8}
          value={draft.text}
          onChange={(text) => onChange({ text })}
        />
      );
    case 'link':
      return (
        <TextField
          {...field('linkUrl')}
          label="Link"
          type="url"
          dir="ltr"
          inputMode="url"
          placeholder="https://"
          maxLength={COURSE_LIMITS.linkMaxChars}
          value={draft.linkUrl}
          onChange={(linkUrl) => onChange({ linkUrl })}
        />
      );
    case 'file':
      return (
        <SelectField
          {...field('fileId')}
          label="File"
          hint={files.length === 0 ? 'The item has no files yet. Add one under Files first.' : undefined}
          options={[
            { value: '', label: 'Choose a file' },
            ...files.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          value={draft.fileId}
          onChange={(fileId) => onChange({ fileId })}
        />
      );
    case 'quiz':
      return (
        <QuizFields
          idPrefix={idPrefix}
          questions={draft.questions}
          errors={errors}
          onChange={(questions) => onChange({ questions })}
        />
      );
  }
}
