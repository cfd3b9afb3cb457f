import { Download, ImageOff } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { MessageView } from '#shared/api/messages.ts';
import { formatBytes } from '../../../lib/page/bytes.ts';
import { Button } from '../../../ui/Button.tsx';
import { isImageType, previewUrlOf, downloadUrlOf } from '../thread/preview.ts';
import { FileIcon } from './FileIcon.tsx';
import { lazily } from '../../../lib/lazily.tsx';

const ImageViewer = lazily(async () => (await import('./ImageViewer.tsx')).ImageViewer);

/** Bounds of an image in a thread, in pixels. */
const IMAGE_PX = { maxWidth: 320, maxHeight: 320, minEdge: 96 };

interface MessageFileProps {
  file: Pick<MessageView, 'fileUrl' | 'fileName' | 'fileType' | 'fileSize' | 'fileWidth' | 'fileHeight'>;
  senderName: string;
  /** True for an image that loads only when the user asks for it. */
  isHidden: boolean;
}

/** The file of a message: an image that opens in the viewer, or a card that downloads the file. */
export function MessageFile({ file, senderName, isHidden }: MessageFileProps) {
  const [isRevealed, setIsRevealed] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  const { fileUrl, fileName, fileType, fileSize, fileWidth, fileHeight } = file;
  if (fileName === null || fileType === null) return null;
  const isImage = isImageType(fileType) && fileUrl !== null && !isBroken;
  if (isImage && (!isHidden || isRevealed)) {
    return (
      <InlineImage
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
      url={isImage ? null : fileUrl}
      note={fileUrl === null ? 'No longer available' : undefined}
      end={
        isImage && (
          <Button size="sm" onClick={() => setIsRevealed(true)}>
            Show image
          </Button>
        )
      }
    />
  );
}

interface InlineImageProps {
  url: string;
  name: string;
  senderName: string;
  width: number;
  height: number;
  onBroken: () => void;
}

/** Sets the size of the image before it loads, so that the layout does not shift. */
function InlineImage({ url, name, senderName, width, height, onBroken }: InlineImageProps) {
  const [isOpen, setIsOpen] = useState(false);
  const scale = Math.min(1, IMAGE_PX.maxWidth / width, IMAGE_PX.maxHeight / height);
  const box = {
    width: Math.max(IMAGE_PX.minEdge, Math.round(width * scale)),
    height: Math.max(IMAGE_PX.minEdge, Math.round(height * scale)),
  };
  return (
    <>
      <button
        type="button"
        aria-label={`Show the image ${name}`}
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
      {isOpen && <ImageViewer images={[{ url, name, senderName }]} onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface FileCardProps {
  name: string;
  type: string;
  /** In bytes. */
  size: number;
  /** Address of the file; null while it cannot be downloaded. */
  url: string | null;
  /** Replaces the size. */
  note?: ReactNode;
  end?: ReactNode;
}

/** The name, type and size of a file; the whole card downloads it. */
export function FileCard({ name, type, size, url, note, end }: FileCardProps) {
  const text = (
    <>
      {url !== null && <span className="sr-only">Save </span>}
      {url === null && note !== undefined ? (
        <ImageOff className="size-5 shrink-0 text-text-muted" />
      ) : (
        <FileIcon type={type} />
      )}
      <span className="min-w-0 flex-1">
        <span title={name} dir="auto" className="block truncate text-left font-medium">
          <bdi>{name}</bdi>
        </span>
        <span className="block text-small text-text-muted">{note ?? formatBytes(size)}</span>
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
      <Download className="size-4 shrink-0 text-text-muted" />
    </a>
  );
}
