import { ImageUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ProfileView } from '#shared/api/users.ts';
import { FILE_LIMITS, PROFILE_LIMITS } from '#shared/limits.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';
import type { CropArea } from '../../../ui/ImageCrop.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useFilePicker } from '../../../ui/use-file-picker.tsx';
import { useChangeImage, type ImageKind } from '../api/mutations.ts';
import { cropImage, wholeCrop } from '../crop.ts';
import { CropFields } from './CropFields.tsx';

/** Aspect ratio (width / height) and maximum width of each image. */
const SHAPES: Record<ImageKind, { title: string; noun: string; aspect: number; maxWidthPx: number }> = {
  profile: { title: 'Profile photo', noun: 'photo', aspect: 1, maxWidthPx: 800 },
  cover: { title: 'Cover image', noun: 'cover', aspect: 4, maxWidthPx: 1920 },
};
const TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
/** Of the image that is chosen; what is sent is cut out of it. */
const MAX_BYTES = FILE_LIMITS.maxBytes['message-photo'];
const MAX_MB = MAX_BYTES / 1024 / 1024;

interface Chosen {
  url: string;
  /** The idempotency key: the same on each retry, so that a lost response creates no second file. */
  key: string;
}

function problemOf(file: File): string | undefined {
  if (!TYPES.some((type) => type === file.type))
    return 'Choose a JPEG, PNG or WebP image. Save a HEIC photo as JPEG first.';
  return file.size > MAX_BYTES ? `The image is larger than ${String(MAX_MB)} MB. Choose a smaller one.` : undefined;
}

/** Chooses, crops, describes or removes an image of the user's profile. */
export function ImageDialog({
  kind,
  profile,
  onClose,
}: {
  kind: ImageKind;
  profile: ProfileView;
  onClose: () => void;
}) {
  const shape = SHAPES[kind];
  const current = kind === 'profile' ? profile.profileImage : profile.coverImage;
  const { mutateAsync: change } = useChangeImage(kind);
  const [alt, setAlt] = useState((kind === 'profile' ? profile.profileImageAlt : profile.coverImageAlt) ?? '');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [image, setImage] = useState<HTMLImageElement | null>(null);
  const [crop, setCrop] = useState<CropArea>();
  const [running, setRunning] = useState<'save' | 'remove' | null>(null);
  const [failure, setFailure] = useState<{ message: string; requestId?: string | undefined } | null>(null);
  const url = chosen?.url;
  useEffect(() => () => void (url !== undefined && URL.revokeObjectURL(url)), [url]);

  const choose = (file: File | undefined): void => {
    if (!file) return;
    const problem = problemOf(file);
    setFailure(problem === undefined ? null : { message: problem });
    if (problem !== undefined) return;
    setImage(null);
    setCrop(undefined);
    setChosen({ url: URL.createObjectURL(file), key: crypto.randomUUID() });
  };
  const picker = useFilePicker(([file]) => choose(file), {
    'aria-label': `${shape.title} file`,
    accept: TYPES.join(','),
  });
  const run = async (kind: 'save' | 'remove', work: () => Promise<unknown>, done: string): Promise<void> => {
    setRunning(kind);
    setFailure(null);
    try {
      await work();
      toast({ title: done });
      onClose();
    } catch (error) {
      setFailure(describeFailure(error));
      setRunning(null);
    }
  };
  const save = async (): Promise<void> => {
    if (chosen && image && crop)
      await change({ file: await cropImage(image, crop, shape.maxWidthPx), alt, key: chosen.key });
    else if (current !== null) await change({ fileId: current.slice(current.lastIndexOf('/') + 1), alt });
  };
  const canSave = chosen === null ? current !== null : image !== null && crop !== undefined;
  return (
    <Dialog
      onClose={onClose}
      title={shape.title}
      description={`JPEG, PNG or WebP, at most ${String(MAX_MB)} MB. Location and camera data are removed.`}
      footer={
        <>
          {current !== null && chosen === null && (
            <Button
              variant="ghost"
              className="me-auto text-danger"
              isLoading={running === 'remove'}
              onClick={() => void run('remove', () => change('remove'), `${shape.title} removed`)}
            >
              Remove
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isLoading={running === 'save'}
            disabled={!canSave}
            onClick={() => void run('save', save, `${shape.title} saved`)}
          >
            Save
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {failure && <ErrorPanel {...failure} />}
        {chosen === null ? (
          <CurrentImage kind={kind} profile={profile} />
        ) : (
          <CropFields
            src={chosen.url}
            size={image && { width: image.naturalWidth, height: image.naturalHeight }}
            aspect={shape.aspect}
            isRound={kind === 'profile'}
            crop={crop}
            onChange={setCrop}
            onLoad={(loaded) => {
              setImage(loaded);
              setCrop(wholeCrop({ width: loaded.naturalWidth, height: loaded.naturalHeight }, shape.aspect));
            }}
            onFail={() => {
              setChosen(null);
              setFailure({ message: 'This image could not be read. Choose another one.' });
            }}
          />
        )}
        <div className="flex justify-center">
          <Button onClick={picker.open}>
            <ImageUp className="size-4" />
            <span>{chosen === null && current === null ? `Choose a ${shape.noun}` : 'Choose another'}</span>
          </Button>
          {picker.input}
        </div>
        <TextField
          label="Description"
          isOptional
          hint="Describe the image for people who cannot see it."
          dir="auto"
          maxLength={PROFILE_LIMITS.imageAltMaxChars}
          value={alt}
          onChange={setAlt}
        />
      </div>
    </Dialog>
  );
}

function CurrentImage({ kind, profile }: { kind: ImageKind; profile: ProfileView }) {
  if (kind === 'profile') {
    return (
      <div className="flex justify-center">
        <Avatar id={profile.id} name={profile.fullName} src={profile.profileImage} size="xl" />
      </div>
    );
  }
  if (profile.coverImage === null) return <div aria-hidden="true" className="aspect-[4/1] rounded-md bg-accent-soft" />;
  return (
    <img
      src={profile.coverImage}
      alt={profile.coverImageAlt ?? ''}
      className="aspect-[4/1] w-full rounded-md object-cover"
    />
  );
}
