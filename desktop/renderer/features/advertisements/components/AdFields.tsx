import { ImagePlus, RotateCcw, X } from 'lucide-react';
import { AD_LIMITS } from '#shared/limits.ts';
import type { AdSection } from '#shared/api/advertisements.ts';
import type { FieldErrors } from '../../../lib/page/form.ts';
import { IMAGE_TYPES, type ImageUpload } from '../../../lib/http/image-upload.ts';
import { Button } from '../../../ui/Button.tsx';
import { Remaining } from '../../../ui/Remaining.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { TextareaField } from '../../../ui/TextareaField.tsx';
import { useFilePicker } from '../../../ui/use-file-picker.tsx';
import { sectionsOf, type AdDraft } from '../ad-form.ts';
import { SECTION_NAMES } from '../sections.ts';

interface AdFieldsProps {
  idPrefix: string;
  draft: AdDraft;
  errors: FieldErrors;
  upload: ImageUpload;
  onChange: (change: Partial<AdDraft>) => void;
}

/** The fields of an advertisement. */
export function AdFields({ idPrefix, draft, errors, upload, onChange }: AdFieldsProps) {
  const field = (name: string) => ({ id: `${idPrefix}-${name}`, error: errors[name] });
  const sections = sectionsOf(draft).map((section) => ({ value: String(section), label: SECTION_NAMES[section] }));
  return (
    <>
      <TextField
        label="Title"
        {...field('title')}
        hint={<Remaining text={draft.title} maxChars={AD_LIMITS.titleMaxChars} />}
        dir="auto"
        value={draft.title}
        onChange={(value) => onChange({ title: value })}
      />
      <TextareaField
        label="Text"
        {...field('description')}
        hint={<Remaining text={draft.description} maxChars={AD_LIMITS.descriptionMaxChars} />}
        dir="auto"
        rows={3}
        value={draft.description}
        onChange={(value) => onChange({ description: value })}
      />
      {draft.eventId === null ? (
        <TextField
          label="Link"
          {...field('linkUrl')}
          type="url"
          dir="ltr"
          inputMode="url"
          placeholder="https://"
          maxLength={AD_LIMITS.linkMaxChars}
          value={draft.linkUrl}
          onChange={(value) => onChange({ linkUrl: value })}
        />
      ) : (
        <p className="text-text-muted">It links to your event, and ends when the event is over.</p>
      )}
      <ImageField field={field('imageAlt')} draft={draft} upload={upload} onChange={onChange} />
      <SelectField
        label="Where"
        {...field('section')}
        options={sections}
        value={String(draft.section)}
        onChange={(value) => onChange({ section: Number(value) as AdSection })}
      />
    </>
  );
}

interface ImageFieldProps extends Pick<AdFieldsProps, 'draft' | 'upload' | 'onChange'> {
  /** The id and the error of the field for its description. */
  field: { id: string; error: string | undefined };
}

function ImageField({ field, draft, upload, onChange }: ImageFieldProps) {
  const picker = useFilePicker(([file]) => file && upload.choose(file), {
    'aria-label': 'Image file',
    accept: IMAGE_TYPES.join(','),
  });
  const { image, refusal } = upload;
  const hasImage = image !== null || draft.imageUrl !== null;
  const remove = (): void => {
    upload.remove();
    onChange({ imageUrl: null, imageAlt: '' });
  };
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium">
        Image<span className="ms-1.5 font-normal text-text-muted">Optional</span>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" onClick={picker.open}>
          <ImagePlus className="size-4" />
          <span>{hasImage ? 'Change image' : 'Add an image'}</span>
        </Button>
        {hasImage && (
          <Button size="sm" variant="ghost" onClick={remove}>
            <X className="size-4" />
            <span>{image?.status === 'uploading' ? 'Cancel upload' : 'Remove image'}</span>
          </Button>
        )}
        {image?.status === 'uploading' && <progress aria-label="Upload" value={image.share} className="h-2 w-24" />}
        {picker.input}
      </div>
      {image?.status === 'failed' && (
        <div role="alert" className="flex flex-wrap items-center gap-3 rounded-md bg-danger-soft px-3 py-2">
          <p className="min-w-40 flex-1">
            <span className="font-medium">The image was not uploaded.</span>{' '}
            <span>{`${image.error ?? ''} Try again, or remove it: the text is shown alone.`}</span>
          </p>
          <Button size="sm" onClick={upload.retry}>
            <RotateCcw className="size-4" />
            Try again
          </Button>
        </div>
      )}
      {refusal !== undefined && (
        <p role="alert" className="text-small text-danger">
          {refusal}
        </p>
      )}
      {hasImage && (
        <TextField
          label="Image description"
          {...field}
          isOptional
          hint={
            draft.imageAlt.trim() === '' ? 'Describe the image in a sentence, for people who cannot see it.' : undefined
          }
          dir="auto"
          maxLength={AD_LIMITS.imageAltMaxChars}
          value={draft.imageAlt}
          onChange={(value) => onChange({ imageAlt: value })}
        />
      )}
    </div>
  );
}
