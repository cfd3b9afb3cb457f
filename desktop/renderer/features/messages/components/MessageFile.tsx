import { Download, ImageOff } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { MessageView } from '#shared/api/messages.ts';
import { formatBytes } from '../../../lib/bytes.ts';
import { Button } from '../../../ui/Button.tsx';
import { isImageType, previewUrlOf, downloadUrlOf } from '../preview.ts';
import { FileIcon } from './FileIcon.tsx';

const ImageViewer = lazy(async () => ({ default: (await import('./ImageViewer.tsx')).ImageViewer }));

/** The longest edges of a picture in a thread, in pixels. */
const PICTURE = { widthPx: 320, heightPx: 320, leastPx: 96 };

/** Props of {@link MessageFile}. */
export interface MessageFileProps {
  file: Pick<MessageView, 'fileUrl' | 'fileName' | 'fileType' | 'fileSize' | 'fileWidth' | 'fileHeight'>;
  senderName: string;
  /** True for a picture of a stranger that is only loaded when the reader asks for it. */
  isHeld: boolean;
}

/** What came with a message: a picture that opens large, or a card that saves the file. */
export function MessageFile({ file, senderName, isHeld }: MessageFileProps) {
  const [isAsked, setIsAsked] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  const { fileUrl, fileName, fileType, fileSize, fileWidth, fileHeight } = file;
  if (fileName === null || fileType === null) return null;
  const isPicture = isImageType(fileType) && fileUrl !== null && !isBroken;
  if (isPicture && (!isHeld || isAsked)) {
    return (
      <Picture
        url={fileUrl}
        name={fileName}
        senderName={senderName}
        width={fileWidth ?? 1}
        height={fileHeight ?? 1}
        onBroken={() => setIsBroken(true)}
      />
    );
  }
  return (
    <FileCard
      name={fileName}
      type={fileType}
      size={fileSize ?? 0}
      url={isPicture ? null : fileUrl}
      note={fileUrl === null ? 'Not there any more' : undefined}
      end={
        isPicture && (
          <Button size="sm" onClick={() => setIsAsked(true)}>
            Show picture
          </Button>
        )
      }
    />
  );
}

interface PictureProps {
  url: string;
  name: string;
  senderName: string;
  width: number;
  height: number;
  onBroken: () => void;
}

/** Its box is known before its bytes come, so that nothing moves. */
function Picture({ url, name, senderName, width, height, onBroken }: PictureProps) {
  const [isOpen, setIsOpen] = useState(false);
  const scale = Math.min(1, PICTURE.widthPx / width, PICTURE.heightPx / height);
  const box = {
    width: Math.max(PICTURE.leastPx, Math.round(width * scale)),
    height: Math.max(PICTURE.leastPx, Math.round(height * scale)),
  };
  return (
    <>
      <button
        type="button"
        aria-label={`Show the picture ${name}`}
        onClick={() => setIsOpen(true)}
        style={{ width: box.width, aspectRatio: `${String(box.width)} / ${String(box.height)}` }}
        className="-mx-1 my-0.5 block max-w-[calc(100%+0.5rem)] cursor-zoom-in overflow-hidden rounded-md bg-surface-sunken"
      >
        <img
          src={previewUrlOf(url)}
          alt=""
          width={box.width}
          height={box.height}
          loading="lazy"
          decoding="async"
          onError={onBroken}
          className="size-full object-contain"
        />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ImageViewer pictures={[{ url, name, senderName }]} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Props of {@link FileCard}. */
export interface FileCardProps {
  name: string;
  type: string;
  /** In bytes. */
  size: number;
  /** Where it is saved from; null where it cannot be. */
  url: string | null;
  /** Stands in the place of its size. */
  note?: ReactNode;
  end?: ReactNode;
}

/** A file by its name, kind and size; the whole card saves it. */
export function FileCard({ name, type, size, url, note, end }: FileCardProps) {
  const text = (
    <>
      {url !== null && <span className="sr-only">Save </span>}
      {url === null && note !== undefined ? (
        <ImageOff aria-hidden="true" className="size-5 shrink-0 text-text-muted" />
      ) : (
        <FileIcon type={type} />
      )}
      <span className="min-w-0 flex-1">
        <span title={name} dir="auto" className="block truncate text-left font-medium">
          <bdi>{name}</bdi>
        </span>
        <span className="block text-[0.8125rem] text-text-muted">{note ?? formatBytes(size)}</span>
      </span>
    </>
  );
  const classes =
    'my-0.5 flex w-72 max-w-full items-center gap-3 rounded-md border border-border bg-surface-raised px-3 py-2';
  if (url === null) {
    return (
      <div className={classes}>
        {text}
        {end}
      </div>
    );
  }
  return (
    <a href={downloadUrlOf(url)} download={name} className={`${classes} transition-colors hover:border-border-strong`}>
      {text}
      <Download aria-hidden="true" className="size-4 shrink-0 text-text-muted" />
    </a>
  );
}
