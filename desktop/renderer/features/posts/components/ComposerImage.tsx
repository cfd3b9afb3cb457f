import { RotateCcw, X } from 'lucide-react';
import { POST_LIMITS } from '#shared/limits.ts';
import type { ChosenImage } from '../../../lib/http/image-upload.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { TextField } from '../../../ui/TextField.tsx';

interface ComposerImageProps {
  image: ChosenImage;
  alt: string;
  onAlt: (alt: string) => void;
  onRemove: () => void;
  onRetry: () => void;
}

/** The image of a post being written: preview, upload, description. */
export function ComposerImage({ image, alt, onAlt, onRemove, onRetry }: ComposerImageProps) {
  return (
    <div className="mt-3 rounded-lg border border-border p-3">
      <div className="relative">
        <img src={image.previewUrl} alt={alt} className="h-64 w-full rounded-md bg-surface-sunken object-contain" />
        <IconButton
          label={image.status === 'uploading' ? 'Cancel upload' : 'Remove image'}
          icon={<X className="size-4" />}
          variant="secondary"
          onClick={onRemove}
          className="absolute end-2 top-2"
        />
      </div>
      <UploadState image={image} onRetry={onRetry} />
      <div className="mt-3">
        <TextField
          label="Image description"
          isOptional
          hint={alt.trim() === '' ? 'Describe the image in a sentence, for people who cannot see it.' : undefined}
          dir="auto"
          maxLength={POST_LIMITS.imageAltMaxChars}
          value={alt}
          onChange={onAlt}
        />
      </div>
    </div>
  );
}

function UploadState({ image, onRetry }: { image: ChosenImage; onRetry: () => void }) {
  if (image.status === 'failed') {
    return (
      <div role="alert" className="mt-3 flex flex-wrap items-center gap-3 rounded-md bg-danger-soft px-3 py-2">
        <p className="min-w-48 flex-1">
          <span className="font-medium">The image was not uploaded.</span>{' '}
          <span>{`${image.error ?? ''} Your text is not lost.`}</span>
        </p>
        <Button size="sm" onClick={onRetry}>
          <RotateCcw className="size-4" />
          Try again
        </Button>
      </div>
    );
  }
  if (image.status === 'done') return null;
  return (
    <div className="mt-3">
      <Progress label="Upload of the image" share={image.share} />
    </div>
  );
}
