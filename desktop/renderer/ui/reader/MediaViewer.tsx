import { useId, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react';
import { IconButton } from '../IconButton.tsx';
import { Captions, CaptionsOff } from 'lucide-react';
import { Select } from '../Select.tsx';
import { mediaActionOf, type MediaAction } from './media-keys.ts';
import { readerKindOf, type ViewerProps } from './reader-file.ts';

/** A file that was stopped in its last seconds starts again. */
const END_SECONDS = 5;
const STEP_SECONDS = 5;
const SPEEDS = ['0.5', '0.75', '1', '1.25', '1.5', '1.75', '2'].map((value) => ({ value, label: `${value}×` }));
/** MediaError.MEDIA_ERR_NETWORK (https://html.spec.whatwg.org/multipage/media.html#error-codes). */
const ERR_NETWORK = 2;
/** Seconds between two reported places. */
const REPORT_EVERY_SECONDS = 1;

/** Plays a video or a sound with the controls of the browser, a choice of speed, captions and keys. */
export function MediaViewer(props: ViewerProps) {
  const { file, url, position, captions, onPlace, onPause, onProblem } = props;
  const isVideo = readerKindOf(file.type) === 'video';
  const speedId = useId();
  const media = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  const reported = useRef(-Infinity);
  const [speed, setSpeed] = useState('1');
  const [hasCaptions, setHasCaptions] = useState(true);
  const [hasPicture, setHasPicture] = useState(true);

  const showCaptions = (isShown: boolean): void => {
    setHasCaptions(isShown);
    if (media.current) showTrack(media.current, isShown);
  };
  const act = (action: MediaAction): void => {
    if (action === 'captions') return showCaptions(!hasCaptions);
    if (media.current) run(media.current, action);
  };
  const report = ({ currentTime, duration }: HTMLMediaElement): void => {
    if (!Number.isFinite(duration)) return;
    reported.current = currentTime;
    onPlace({ position: currentTime.toFixed(1), percent: Math.min(1, currentTime / duration) });
  };
  const shared: ComponentProps<'video'> & ComponentProps<'audio'> = {
    ref: media,
    src: url,
    controls: true,
    preload: 'metadata',
    'aria-label': file.name,
    onLoadedMetadata: ({ currentTarget }) => {
      currentTarget.playbackRate = Number(speed);
      const seconds = Number(position);
      if (seconds > 0 && seconds < currentTarget.duration - END_SECONDS) currentTarget.currentTime = seconds;
      // A browser without the codec of the picture plays the sound of a video.
      setHasPicture(!('videoWidth' in currentTarget) || currentTarget.videoWidth > 0);
    },
    onTimeUpdate: ({ currentTarget }) => {
      if (Math.abs(currentTarget.currentTime - reported.current) >= REPORT_EVERY_SECONDS) report(currentTarget);
    },
    onEnded: ({ currentTarget: { duration } }) => onPlace({ position: duration.toFixed(1), percent: 1 }),
    onPause: ({ currentTarget }) => {
      report(currentTarget);
      onPause();
    },
    onError: ({ currentTarget }) => {
      onProblem(currentTarget.error?.code === ERR_NETWORK ? 'failed' : 'unplayable');
    },
  };
  const tracks = captions.map(({ url: src, label, lang }, index) => (
    <track key={src} kind="captions" src={src} label={label} srcLang={lang} default={index === 0} />
  ));
  const onKeyDown = (event: KeyboardEvent): void => {
    const action = mediaActionOf(event.nativeEvent);
    if (action === null || (action === 'captions' && captions.length === 0)) return;
    // Otherwise the browser's own controls act on the same key.
    event.preventDefault();
    event.stopPropagation();
    act(action);
  };
  return (
    <div onKeyDownCapture={onKeyDown} className="flex min-h-0 flex-1 flex-col">
      {isVideo ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- the captions are those that the author has added
        <video
          {...shared}
          data-first-focus=""
          className="min-h-40 w-full flex-1 bg-surface-sunken object-contain focus-visible:-outline-offset-2"
        >
          {tracks}
        </video>
      ) : (
        <div className="flex flex-1 items-center p-4">
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- as above */}
          <audio {...shared} data-first-focus="" className="w-full">
            {tracks}
          </audio>
        </div>
      )}
      {!hasPicture && (
        <p role="status" className="px-4 pt-2 text-text-muted">
          Only the sound of this video can be played here. Download it to see the picture in another program.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2 px-4 py-2">
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
        {captions.length > 0 && (
          <IconButton
            label={hasCaptions ? 'Hide captions' : 'Show captions'}
            aria-keyshortcuts="c"
            icon={hasCaptions ? <Captions className="size-4" /> : <CaptionsOff className="size-4" />}
            onClick={() => showCaptions(!hasCaptions)}
          />
        )}
        <p className="text-small text-text-muted max-sm:hidden">
          {`Space plays and pauses, arrow keys skip ${STEP_SECONDS} ` +
            `seconds, M mutes${isVideo ? ', F fills the screen' : ''}.`}
        </p>
      </div>
    </div>
  );
}

/** Shows the first captions, or none. */
function showTrack(media: HTMLMediaElement, isShown: boolean): void {
  for (const track of media.textTracks) track.mode = 'hidden';
  const [first] = media.textTracks;
  if (first && isShown) first.mode = 'showing';
}

function run(media: HTMLMediaElement, action: Exclude<MediaAction, 'captions'>): void {
  if (action === 'play') return void (media.paused ? media.play().catch(() => undefined) : media.pause());
  if (action === 'mute') return void (media.muted = !media.muted);
  if (action === 'back' || action === 'forward') {
    const seconds = media.currentTime + (action === 'back' ? -STEP_SECONDS : STEP_SECONDS);
    media.currentTime = Math.min(Math.max(0, seconds), Number.isFinite(media.duration) ? media.duration : seconds);
    return;
  }
  if (document.fullscreenElement) return void document.exitFullscreen().catch(() => undefined);
  media.requestFullscreen().catch(() => undefined);
}
