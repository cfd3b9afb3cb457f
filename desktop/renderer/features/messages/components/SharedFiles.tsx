import { useInfiniteQuery } from '@tanstack/react-query';
import { FolderOpen, Images, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { SharedFileKind, SharedFileView } from '#shared/api/messages.ts';
import { formatBytes } from '../../../lib/bytes.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ListFoot } from '../../../ui/ListFoot.tsx';
import { PagedList } from '../../../ui/PagedList.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { Time } from '../../../ui/Time.tsx';
import { sharedFilesQuery } from '../api/queries.ts';
import { downloadUrlOf, previewUrlOf } from '../preview.ts';
import { FileIcon } from './FileIcon.tsx';

const ImageViewer = lazy(async () => ({ default: (await import('./ImageViewer.tsx')).ImageViewer }));

/** Props of {@link SharedFiles}. */
export interface SharedFilesProps {
  userId: string;
  peer: { id: string; name: string };
  onClose: () => void;
}

/** What two people have sent each other: pictures and other files, newest first. */
export function SharedFiles({ userId, peer, onClose }: SharedFilesProps) {
  const [kind, setKind] = useState<SharedFileKind>('images');
  const nameOf = (file: SharedFileView): string => (file.senderId === userId ? 'you' : peer.name);
  return (
    <aside
      aria-label={`Files with ${peer.name}`}
      className="flex min-h-0 w-full shrink-0 flex-col border-border xl:w-88 xl:border-s"
    >
      <header className="flex items-center gap-2 px-4 pt-2.5">
        <h2 className="min-w-0 flex-1 font-semibold">Files</h2>
        <IconButton label="Close the files" icon={<X aria-hidden="true" className="size-4" />} onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-4">
        <Tabs
          label="Which files"
          value={kind}
          onChange={setKind}
          items={[
            { value: 'images', label: 'Pictures', content: <Pictures peerId={peer.id} nameOf={nameOf} /> },
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

function Pictures({ peerId, nameOf }: FilesProps) {
  const query = useInfiniteQuery(sharedFilesQuery(peerId, 'images'));
  const [opened, setOpened] = useState<number | null>(null);
  if (query.data === undefined) {
    if (query.isError)
      return (
        <ErrorPanel
          {...describeFailure(query.error)}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      );
    return <Skeleton className="h-40 w-full" />;
  }
  const pictures = query.data.pages.flatMap((page) => page.items);
  if (pictures.length === 0)
    return (
      <EmptyState
        level={3}
        icon={<Images />}
        title="No pictures yet"
        text="Pictures that one of you sends stand here."
      />
    );
  return (
    <>
      <ul
        aria-label="Pictures"
        className="grid grid-cols-3 gap-1.5 max-xl:grid-cols-[repeat(auto-fill,minmax(6rem,1fr))]"
      >
        {pictures.map((picture, index) => (
          <li key={picture.messageId}>
            <button
              type="button"
              aria-label={`Show the picture ${picture.fileName} from ${nameOf(picture)}`}
              onClick={() => setOpened(index)}
              className="block aspect-square w-full cursor-zoom-in overflow-hidden rounded-md bg-surface-sunken"
            >
              <img
                src={previewUrlOf(picture.fileUrl)}
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
        <Suspense fallback={null}>
          <ImageViewer
            pictures={pictures.map((picture) => ({
              url: picture.fileUrl,
              name: picture.fileName,
              senderName: nameOf(picture),
            }))}
            first={opened}
            onClose={() => setOpened(null)}
          />
        </Suspense>
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
          text="Files that one of you sends stand here."
        />
      }
      row={(file) => (
        <a
          href={downloadUrlOf(file.fileUrl)}
          download={file.fileName}
          className="flex items-center gap-3 px-3 py-2.5 transition-colors hover:bg-surface-sunken focus-visible:-outline-offset-2"
        >
          <FileIcon type={file.fileType} />
          <span className="min-w-0 flex-1">
            <span className="sr-only">Save </span>
            <span title={file.fileName} dir="auto" className="block truncate text-left font-medium">
              <bdi>{file.fileName}</bdi>
            </span>
            <span className="block truncate text-[0.8125rem] text-text-muted">
              {formatBytes(file.fileSize)} · <bdi>{nameOf(file)}</bdi> · <Time iso={file.createdAt} />
            </span>
          </span>
        </a>
      )}
    />
  );
}
