import { Download, ImageOff } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { MessageView } from '#shared/api/messages.ts';
import { formatBytes } from '../../../lib/page/bytes.ts';
import { Button } from '../../../ui/Button.tsx';
import { iconButtonClasses } from '../../../ui/button-classes.ts';
import { readerKindOf, type ReaderFile } from '../../../ui/reader/reader-file.ts';
import { downloadUrlOf, isPhoto, previewUrlOf } from '../thread/preview.ts';
import { useFailedImage } from '../../../ui/use-failed-image.ts';
import { FileIcon } from './FileIcon.tsx';
import { lazily } from '../../../lib/lazily.tsx';
import type { Elements } from '../../../ui/elements.ts';

const ImageViewer = lazily(async () => (await import('./ImageViewer.tsx')).ImageViewer);
const ReaderDialog = lazily(async () => (await import('../../../ui/reader/ReaderDialog.tsx')).ReaderDialog);

/** Where the user was in the files that they opened, by address. */
const positions = new Map<string, string>();

/** Bounds of an image in a thread, in pixels. */
const IMAGE_PX = { maxWidth: 320, maxHeight: 320, minEdge: 96 };

interface MessageFileProps {
  file: Pick<MessageView, 'fileUrl' | 'fileName' | 'fileType' | 'fileSize' | 'fileWidth' | 'fileHeight'>;
  senderName: string;
  /** True for an image that loads only when the user asks for it. */
  isHidden: boolean;
}

/** The file of a message: a photo that opens in the viewer, or a card that opens or downloads the file. */
export function MessageFile({ file, senderName, isHidden }: MessageFileProps) {
  const [isRevealed, setIsRevealed] = useState(false);
  const { fileUrl, fileName, fileType, fileSize, fileWidth, fileHeight } = file;
  const [isBroken, onBroken] = useFailedImage(fileUrl);
  if (fileName === null || fileType === null) return null;
  const isImage = isPhoto(file) && fileUrl !== null && !isBroken;
  if (isImage && (!isHidden || isRevealed)) {
    return (
      <InlineImage
        url={fileUrl}
        name={fileName}
        senderName={senderName}
        width={fileWidth ?? 1}
        height={fileHeight ?? 1}
        onBroken={onBroken}
      />
    );
  }
  return (
    <FileCard
      name={fileName}
      type={fileType}
      size={fileSize ?? 0}
      url={isImage ? null : fileUrl}
      senderName={senderName}
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
      {isOpen && <ImageViewer images={[{ url, shownUrl: url, name, senderName }]} onClose={() => setIsOpen(false)} />}
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
  /** Who sent it, as in "From Ana Ruiz". */
  senderName?: string;
  /** Replaces the size. */
  note?: ReactNode;
  end?: Elements;
}

/** The name, type and size of a file. The card opens a file that the reader can show and saves any other. */
export function FileCard({ name, type, size, url, senderName = '', note, end }: FileCardProps) {
  const [isOpen, setIsOpen] = useState(false);
  const canOpen = url !== null && readerKindOf(type) !== null;
  const text = (
    <>
      {url !== null && <span className="sr-only">{canOpen ? 'Open ' : 'Save '}</span>}
      {url === null && note !== undefined ? (
        <ImageOff className="size-5 shrink-0 text-text-muted" />
      ) : (
        <FileIcon type={type} />
      )}
      <span className="min-w-0 flex-1">
        <span title={name} dir="auto" className="block truncate text-left font-medium">
          <bdi>{name}</bdi>
        </span>
        <span className="block text-start text-small text-text-muted">{note ?? formatBytes(size)}</span>
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
  if (!canOpen) {
    return (
      <a
        href={downloadUrlOf(url)}
        download={name}
        className={`${classes} transition-colors hover:border-border-strong`}
      >
        {text}
        <Download className="size-4 shrink-0 text-text-muted" />
      </a>
    );
  }
  const file = { name, type, size };
  return (
    <div className={`${classes} pe-1.5`}>
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="flex min-w-0 flex-1 items-center gap-3 rounded-sm"
      >
        {text}
      </button>
      <SaveLink file={file} url={url} />
      {isOpen && <OpenFile file={file} url={url} senderName={senderName} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

interface OpenFileProps {
  file: ReaderFile;
  url: string;
  senderName: string;
  onClose: () => void;
}

/** A file in the reader. Where the user was is kept while the app is open. */
export function OpenFile({ file, url, senderName, onClose }: OpenFileProps) {
  return (
    <ReaderDialog
      file={file}
      url={readerKindOf(file.type) === 'image' ? previewUrlOf(url) : url}
      downloadUrl={downloadUrlOf(url)}
      description={`From ${senderName}`}
      position={positions.get(url) ?? null}
      onPosition={({ position }) => positions.set(url, position)}
      onClose={onClose}
    />
  );
}

/** A small link that saves a file. */
export function SaveLink({ file: { name, size }, url }: Pick<OpenFileProps, 'file' | 'url'>) {
  return (
    <a
      href={downloadUrlOf(url)}
      download={name}
      aria-label={`Save ${name}, ${formatBytes(size)}`}
      className={iconButtonClasses()}
    >
      <Download className="size-4" />
    </a>
  );
}
