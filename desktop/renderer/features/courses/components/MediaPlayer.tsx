import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useId, useRef, useState, type ComponentProps } from 'react';
import type { CourseFileView } from '#shared/api/courses.ts';
import { SECOND_MS } from '#shared/time.ts';
import { Select } from '../../../ui/Select.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useSetFilePosition } from '../api/mutations.ts';
import { filePositionsQuery } from '../api/queries.ts';
import { mediumOf } from '../file-facts.ts';

/** How often the position is stored while a file plays. */
const STORE_EVERY_MS = 10 * SECOND_MS;
/** A file that was stopped in its last seconds starts again. */
const END_SECONDS = 5;
const SPEEDS = ['0.75', '1', '1.25', '1.5', '1.75', '2'].map((value) => ({ value, label: `${value}×` }));

interface MediaPlayerProps {
  courseId: string;
  file: CourseFileView;
  /** The address of the file. */
  url: string;
  /** The address of its captions; null without any. */
  captionsUrl: string | null;
  /** Whether the position is stored: that of a learner. */
  isStored: boolean;
}

/** Plays a video or a sound with the controls of the browser, from where the learner stopped. */
export function MediaPlayer({ courseId, file, url, captionsUrl, isStored }: MediaPlayerProps) {
  const { data, isPending } = useQuery({ ...filePositionsQuery(courseId), enabled: isStored });
  const { mutate } = useSetFilePosition(courseId);
  const fileId = file.id;
  const onPosition = useCallback(
    (place: Place): void => {
      if (!isStored) return;
      const percent = Math.min(1, Math.max(0, place.seconds / place.duration));
      mutate({ fileId, percent, position: place.seconds.toFixed(1) });
    },
    [isStored, mutate, fileId],
  );
  if (isStored && isPending) return <Skeleton className="aspect-video w-full" />;
  const stored = Number(data?.find((position) => position.fileId === fileId)?.position ?? 0);
  const startSeconds = Number.isFinite(stored) ? stored : 0;
  return <Player {...{ file, url, captionsUrl, startSeconds, onPosition }} />;
}

interface Place {
  seconds: number;
  duration: number;
}

interface PlayerProps extends Pick<MediaPlayerProps, 'file' | 'url' | 'captionsUrl'> {
  startSeconds: number;
  onPosition: (place: Place) => void;
}

function Player({ file, url, captionsUrl, startSeconds, onPosition }: PlayerProps) {
  const speedId = useId();
  const media = useRef<HTMLMediaElement | null>(null);
  const [speed, setSpeed] = useState('1');
  const [isBroken, setIsBroken] = useState(false);
  const { follow, store } = useStoredPlace(startSeconds, onPosition);
  const props: ComponentProps<'video'> & ComponentProps<'audio'> = {
    src: url,
    controls: true,
    preload: 'metadata',
    'aria-label': file.title,
    onLoadedMetadata: ({ currentTarget }) => {
      currentTarget.playbackRate = Number(speed);
      if (startSeconds > 0 && startSeconds < currentTarget.duration - END_SECONDS)
        currentTarget.currentTime = startSeconds;
    },
    onTimeUpdate: ({ currentTarget }) => follow(currentTarget),
    onPause: store,
    onError: () => setIsBroken(true),
  };
  const ref = (element: HTMLMediaElement | null): void => void (media.current = element);
  return (
    <div>
      {mediumOf(file) === 'video' ? (
        <video ref={ref} {...props} className="max-h-[70dvh] w-full rounded-md bg-surface-sunken">
          <track kind="captions" {...(captionsUrl !== null && { src: captionsUrl, default: true })} />
        </video>
      ) : (
        <audio ref={ref} {...props} className="w-full">
          <track kind="captions" {...(captionsUrl !== null && { src: captionsUrl })} />
        </audio>
      )}
      {isBroken && (
        <p role="alert" className="mt-2 text-danger">
          This file cannot be played here. Download it and open it with another program.
        </p>
      )}
      <div className="mt-2 flex items-center gap-2">
        <label htmlFor={speedId} className="text-small text-text-muted">
          Speed
        </label>
        <Select
          id={speedId}
          className="w-24"
          value={speed}
          options={SPEEDS}
          onChange={(next) => {
            setSpeed(next);
            if (media.current) media.current.playbackRate = Number(next);
          }}
        />
      </div>
    </div>
  );
}

/**
 * Stores a position every 10 s while it changes, and with `store` at once: when the file is paused, the page is hidden
 * or the player is closed.
 */
function useStoredPlace(startSeconds: number, onPosition: (place: Place) => void) {
  const place = useRef<Place | null>(null);
  const stored = useRef({ seconds: startSeconds, atMs: 0 });
  const store = useCallback((): void => {
    const now = place.current;
    if (now === null || Math.abs(now.seconds - stored.current.seconds) < 1) return;
    stored.current = { seconds: now.seconds, atMs: Date.now() };
    onPosition(now);
  }, [onPosition]);
  const follow = ({ currentTime, duration }: HTMLMediaElement): void => {
    if (!(duration > 0) || !Number.isFinite(duration)) return;
    place.current = { seconds: currentTime, duration };
    if (stored.current.atMs === 0) stored.current.atMs = Date.now();
    if (Date.now() - stored.current.atMs >= STORE_EVERY_MS) store();
  };
  useEffect(() => {
    const onHidden = (): void => {
      if (document.visibilityState === 'hidden') store();
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      store();
    };
  }, [store]);
  return { follow, store };
}
