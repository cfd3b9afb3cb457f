import { ImagePlus, RotateCcw, X } from 'lucide-react';
import { IMAGE_TYPES, type ImageUpload } from '../../../../lib/http/image-upload.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Progress } from '../../../../ui/Progress.tsx';
import { useFilePicker } from '../../../../ui/use-file-picker.tsx';

interface CoverFieldProps {
  id: string;
  error: string | undefined;
  upload: ImageUpload;
  /** The stored cover; null without one. */
  storedUrl: string | null;
  onRemove: () => void;
}

/** The cover of an item, with a preview. */
export function CoverField({ id, error, upload, storedUrl, onRemove }: CoverFieldProps) {
  const picker = useFilePicker(([file]) => file && upload.choose(file), {
    'aria-label': 'Cover file',
    accept: IMAGE_TYPES.join(','),
  });
  const { image, refusal } = upload;
  const url = image?.previewUrl ?? storedUrl;
  const problem = refusal ?? error;
  return (
    <div role="group" aria-labelledby={`${id}-label`} className="flex flex-col gap-2">
      <p id={`${id}-label`} className="font-medium">
        Cover<span className="ms-1.5 font-normal text-text-muted">Optional</span>
      </p>
      {url !== null && (
        <img
          src={url}
          alt="Preview of the cover"
          className="aspect-[5/2] w-full max-w-md rounded-md bg-surface-sunken object-cover"
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button id={id} size="sm" onClick={picker.open}>
          <ImagePlus className="size-4" />
          <span>{url === null ? 'Add a cover' : 'Change cover'}</span>
        </Button>
        {url !== null && (
          <Button size="sm" variant="ghost" onClick={image ? upload.remove : onRemove}>
            <X className="size-4" />
            <span>{image?.status === 'uploading' ? 'Cancel upload' : 'Remove cover'}</span>
          </Button>
        )}
        {picker.input}
      </div>
      {image?.status === 'uploading' && (
        <div className="max-w-md">
          <Progress label="Upload of the cover" share={image.share} />
        </div>
      )}
      {image?.status === 'failed' && (
        <div role="alert" className="flex flex-wrap items-center gap-3 rounded-md bg-danger-soft px-3 py-2">
          <p className="min-w-40 flex-1">
            <span className="font-medium">The cover was not uploaded.</span>{' '}
            {image.error !== undefined && <span>{image.error}</span>}
          </p>
          <Button size="sm" onClick={upload.retry}>
            <RotateCcw className="size-4" />
            Try again
          </Button>
        </div>
      )}
      {problem !== undefined && (
        <p role="alert" className="text-small text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
