import { COURSE_CATEGORIES } from '#shared/api/courses.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import type { ImageUpload } from '../../../../lib/http/image-upload.ts';
import type { FieldErrors } from '../../../../lib/page/form.ts';
import { Remaining } from '../../../../ui/Remaining.tsx';
import { SelectField } from '../../../../ui/SelectField.tsx';
import { TextareaField } from '../../../../ui/TextareaField.tsx';
import { TextField } from '../../../../ui/TextField.tsx';
import { CoverField } from './CoverField.tsx';
import type { ItemDraft } from './item-form.ts';

interface DetailsFieldsProps {
  idPrefix: string;
  draft: ItemDraft;
  errors: FieldErrors;
  upload: ImageUpload;
  /** The stored cover; null without one or after its removal. */
  coverUrl: string | null;
  onRemoveCover: () => void;
  onChange: (fields: Partial<ItemDraft>) => void;
}

const CATEGORIES = [
  { value: '' as const, label: 'No subject' },
  ...COURSE_CATEGORIES.map((category) => ({ value: category, label: category })),
];

/** The title, the description, the subject and the cover of an item. */
export function DetailsFields(props: DetailsFieldsProps) {
  const { idPrefix, draft, errors, upload, coverUrl, onRemoveCover, onChange } = props;
  const field = (name: string) => ({ id: `${idPrefix}-${name}`, error: errors[name] });
  return (
    <>
      <TextField
        {...field('title')}
        label="Title"
        dir="auto"
        maxLength={COURSE_LIMITS.titleMaxChars}
        value={draft.title}
        onChange={(title) => onChange({ title })}
      />
      <TextareaField
        {...field('description')}
        label="Description"
        hint={
          <>
            <span>What learners learn, who it is for, and what they should know before.</span>{' '}
            <span>You need it to publish.</span>{' '}
            <Remaining text={draft.description} maxChars={COURSE_LIMITS.descriptionMaxChars} />
          </>
        }
        dir="auto"
        rows={6}
        value={draft.description}
        onChange={(description) => onChange({ description })}
      />
      <SelectField
        {...field('category')}
        label="Subject"
        isOptional
        options={CATEGORIES}
        value={draft.category}
        onChange={(category) => onChange({ category })}
      />
      <CoverField
        id={`${idPrefix}-imageFileId`}
        error={errors['imageFileId']}
        upload={upload}
        storedUrl={coverUrl}
        onRemove={onRemoveCover}
      />
    </>
  );
}
