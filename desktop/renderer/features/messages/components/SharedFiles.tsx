import { useInfiniteQuery } from '@tanstack/react-query';
import { FolderOpen, Images as ImagesIcon, X } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { SharedFileKind, SharedFileView } from '#shared/api/messages.ts';
import { itemsOf } from '../../../lib/http/pages.ts';
import { formatBytes } from '../../../lib/page/bytes.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ListFoot } from '../../../ui/ListFoot.tsx';
import { PagedList } from '../../../ui/PagedList.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { Time } from '../../../ui/Time.tsx';
import { sharedFilesQuery } from '../api/queries.ts';
import { downloadUrlOf, previewUrlOf, shownUrlOf } from '../thread/preview.ts';
import { readerKindOf } from '../../../ui/reader/reader-file.ts';
import { FileIcon } from './FileIcon.tsx';
import { OpenFile, SaveLink } from './MessageFile.tsx';
import { lazily } from '../../../lib/lazily.tsx';

const ImageViewer = lazily(async () => (await import('./ImageViewer.tsx')).ImageViewer);

interface SharedFilesProps {
  userId: string;
  peer: { id: string; name: string };
  onClose: () => void;
}

/**
 * The images and documents that the user and a peer have sent each other, newest first. Takes focus when it opens;
 * Escape closes it.
 */
export function SharedFiles({ userId, peer, onClose }: SharedFilesProps) {
  const [kind, setKind] = useState<SharedFileKind>('images');
  const nameOf = (file: SharedFileView): string => (file.senderId === userId ? 'you' : peer.name);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    // An image that is shown above the panel closes first.
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      aria-label={`Files with ${peer.name}`}
      className="flex min-h-0 w-full shrink-0 flex-col border-border xl:w-88 xl:border-s"
    >
      <header className="flex items-center gap-2 px-4 pt-2.5">
        <h2 className="min-w-0 flex-1 font-semibold">Files</h2>
        <IconButton label="Close files" icon={<X className="size-4" />} onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-4">
        <Tabs
          label="Type of files"
          value={kind}
          onChange={setKind}
          items={[
            { value: 'images', label: 'Images', content: <Images peerId={peer.id} nameOf={nameOf} /> },
            { value: 'documents', label: 'Documents', content: <Documents peerId={peer.id} nameOf={nameOf} /> },
          ]}
        />
      </div>
    </aside>
  );
}

interface FilesProps {
  peerId: string;
  nameOf: (file: SharedFileView) => string;
}

function Images({ peerId, nameOf }: FilesProps) {
  const query = useInfiniteQuery(sharedFilesQuery(peerId, 'images'));
  const [opened, setOpened] = useState<number | null>(null);
  if (query.data === undefined) return <QueryState query={query} skeleton={<Skeleton className="h-40 w-full" />} />;
  const images = itemsOf(query.data);
  if (images.length === 0)
    return (
      <EmptyState
        level={3}
        icon={<ImagesIcon />}
        title="No images yet"
        text="Images that either of you sends appear here."
      />
    );
  return (
    <>
      <ul
        aria-label="Images"
        className="grid grid-cols-3 gap-1.5 max-xl:grid-cols-[repeat(auto-fill,minmax(6rem,1fr))]"
      >
        {images.map((image, index) => (
          <li key={image.messageId}>
            <button
              type="button"
              aria-label={`Show the image ${image.fileName} from ${nameOf(image)}`}
              onClick={() => setOpened(index)}
              className="block aspect-square w-full cursor-zoom-in overflow-hidden rounded-md bg-surface-sunken"
            >
              <img
                src={previewUrlOf(image.fileUrl)}
                alt=""
                loading="lazy"
                decoding="async"
                className="size-full object-cover"
              />
            </button>
          </li>
        ))}
      </ul>
      <ListFoot query={query} />
      {opened !== null && (
        <ImageViewer
          images={images.map((image) => ({
            url: image.fileUrl,
            shownUrl: shownUrlOf(image.fileUrl, image),
            name: image.fileName,
            senderName: nameOf(image),
          }))}
          first={opened}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

function Documents({ peerId, nameOf }: FilesProps) {
  const query = useInfiniteQuery(sharedFilesQuery(peerId, 'documents'));
  return (
    <PagedList
      label="Documents"
      query={query}
      keyOf={(file) => file.messageId}
      skeleton={<Skeleton className="h-40 w-full" />}
      empty={
        <EmptyState
          level={3}
          icon={<FolderOpen />}
          title="No documents yet"
          text="Files that either of you sends appear here."
        />
      }
      row={(file) => <DocumentRow file={file} senderName={nameOf(file)} />}
    />
  );
}

function DocumentRow({ file, senderName }: { file: SharedFileView; senderName: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { fileName: name, fileType: type, fileSize: size, fileUrl: url } = file;
  const canOpen = readerKindOf(type) !== null;
  const text = (
    <>
      <FileIcon type={type} />
      <span className="min-w-0 flex-1">
        <span className="sr-only">{canOpen ? 'Open ' : 'Save '}</span>
        <span title={name} dir="auto" className="block truncate text-left font-medium">
          <bdi>{name}</bdi>
        </span>
        <span className="block truncate text-left text-small text-text-muted">
          <span>{`${formatBytes(size)} ·`}</span> <bdi>{senderName}</bdi> <span>·</span> <Time iso={file.createdAt} />
        </span>
      </span>
    </>
  );
  const classes =
    'flex min-w-0 flex-1 items-center gap-3 px-3 py-2.5 transition-colors hover:bg-surface-sunken focus-visible:-outline-offset-2';
  if (!canOpen) {
    return (
      <a href={downloadUrlOf(url)} download={name} className={classes}>
        {text}
      </a>
    );
  }
  return (
    <span className="flex items-center pe-2">
      <button type="button" onClick={() => setIsOpen(true)} className={classes}>
        {text}
      </button>
      <SaveLink file={{ name, size, type }} url={url} />
      {isOpen && (
        <OpenFile file={{ name, size, type }} url={url} senderName={senderName} onClose={() => setIsOpen(false)} />
      )}
    </span>
  );
}
