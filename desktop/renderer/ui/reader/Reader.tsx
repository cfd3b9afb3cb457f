import { Download, FileX2 } from 'lucide-react';
import { lazy, Suspense, useState, type ComponentType } from 'react';
import { buttonClasses } from '../button-classes.ts';
import { Button } from '../Button.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { ImageView } from './ImageView.tsx';
import { MediaViewer } from './MediaViewer.tsx';
import { Opening } from './Opening.tsx';
import {
  readerKindOf,
  type ReaderCaptions,
  type ReaderFile,
  type ReaderKind,
  type ReaderPlace,
  type ReaderProblem,
  type ViewerProps,
} from './reader-file.ts';
import { TextViewer } from './TextViewer.tsx';
import { usePlace } from './use-place.ts';

const viewer = (load: () => Promise<ComponentType<ViewerProps>>) => lazy(async () => ({ default: await load() }));

const VIEWERS: Record<ReaderKind, ComponentType<ViewerProps>> = {
  pdf: viewer(async () => (await import('./pdf/PdfViewer.tsx')).PdfViewer),
  epub: viewer(async () => (await import('./epub/EpubViewer.tsx')).EpubViewer),
  video: MediaViewer,
  audio: MediaViewer,
  image: ImageView,
  table: TextViewer,
  text: TextViewer,
};

const PROBLEMS: Record<ReaderProblem, { title: string; text: string }> = {
  damaged: {
    title: 'This file is damaged.',
    text: 'It could not be opened. You can download it and try another program, or ask its author for a new copy.',
  },
  failed: { title: "Couldn't load this file.", text: 'Check your connection and try again.' },
  locked: {
    title: 'This file is protected.',
    text: 'It opens only with a password. Download it and open it with another program.',
  },
  'too-large': {
    title: 'This file is too large to show here.',
    text: 'Download it and open it with another program.',
  },
  unplayable: {
    title: "This file can't be played here.",
    text:
      'Video in MP4 (H.264) and WebM and sound in MP3, M4A, Ogg, WAV and FLAC can usually be played. ' +
      'Download it and open it with another program.',
  },
  unsupported: {
    title: "This type of file can't be shown here.",
    text: 'Download it and open it with another program.',
  },
};

/** Props of {@link Reader}. */
export interface ReaderProps {
  file: ReaderFile;
  /** The address of the bytes; it supports Range (RFC 9110, section 14). */
  url: string;
  /** The address that saves the file. */
  downloadUrl: string;
  /** Where the user stopped; null for the start. */
  position?: string | null | undefined;
  /** Receives where the user is, at most every 10 s, and when they pause, hide the page or close the file. */
  onPosition?: ((place: ReaderPlace) => void) | undefined;
  captions?: readonly ReaderCaptions[] | undefined;
  /** True when the content takes focus as soon as it is shown, as in a dialog. */
  isFocused?: boolean | undefined;
}

/**
 * Shows a PDF, an EPUB, a video, a sound, an image, a table or a text, and stores where the user is in it. It fills its
 * parent; the code for PDF and EPUB loads with the first such file. A file that cannot be shown is offered for
 * download.
 */
export function Reader({
  file,
  url,
  downloadUrl,
  position = null,
  onPosition,
  captions = [],
  isFocused = false,
}: ReaderProps) {
  const kind = readerKindOf(file.type);
  const [problem, setProblem] = useState<ReaderProblem | null>(kind === null ? 'unsupported' : null);
  const [start, setStart] = useState(position);
  const { report, store, last } = usePlace(position, onPosition);
  if (problem !== null || kind === null) {
    return (
      <Problem
        problem={problem ?? 'unsupported'}
        file={file}
        downloadUrl={downloadUrl}
        onRetry={() => {
          setStart(last() ?? start);
          setProblem(null);
        }}
      />
    );
  }
  const Viewer = VIEWERS[kind];
  const name = file.title ?? file.name;
  return (
    <section aria-label={`Reader: ${name}`} className="flex h-full min-h-0 min-w-0 flex-col">
      <Suspense fallback={<Opening />}>
        <Viewer
          file={{ ...file, name }}
          url={url}
          position={start}
          captions={captions}
          isFocused={isFocused}
          onPlace={report}
          onPause={store}
          onProblem={setProblem}
        />
      </Suspense>
    </section>
  );
}

interface ProblemProps {
  problem: ReaderProblem;
  file: ReaderFile;
  downloadUrl: string;
  onRetry: () => void;
}

function Problem({ problem, file: { title, name }, downloadUrl, onRetry }: ProblemProps) {
  return (
    <div role="alert" className="overflow-y-auto">
      <EmptyState
        icon={<FileX2 />}
        {...PROBLEMS[problem]}
        action={
          <span className="flex flex-wrap justify-center gap-2">
            {problem === 'failed' && <Button onClick={onRetry}>Try again</Button>}
            <a href={downloadUrl} download={name} className={buttonClasses('secondary')}>
              <Download className="size-4" />
              Download
              <span className="sr-only"> {title ?? name}</span>
            </a>
          </span>
        }
      />
    </div>
  );
}
