import type { CaptureChoice, CaptureDevice, CaptureQuestion } from '#shared/bridge/media.ts';
import { Button } from '../../../ui/Button.tsx';
import { usePromptPreview } from '../hooks/use-prompt-preview.ts';
import { PromptPage } from './PromptPage.tsx';

const LEVEL_MAX = 10;

interface DevicePromptProps {
  question: Extract<CaptureQuestion, { type: 'devices' }>;
  /** Allows the preview of this page to open the devices. */
  onPreview: () => Promise<void>;
  onChoose: (choice: CaptureChoice) => void;
}

/** Asks whether Lyceum may use devices, and for how long. The member can look at what they send first. */
export function DevicePrompt({ question: { kinds, isForCall }, onPreview, onChoose }: DevicePromptProps) {
  const names = namesOf(kinds);
  const preview = usePromptPreview(kinds, onPreview);
  const choose = (choice: CaptureChoice) => () => {
    // A camera that is still open could not be opened by the call on every system.
    preview.stop();
    onChoose(choice);
  };
  return (
    <PromptPage
      title={`Allow Lyceum to use your ${names}?`}
      text={
        isForCall
          ? `Your call needs ${kinds.length > 1 ? 'them' : 'it'}.`
          : `Nothing is sent: you only test your ${names}.`
      }
    >
      <div className="flex min-h-0 flex-1 flex-col items-center justify-center gap-3 rounded-md bg-surface-sunken p-3">
        {preview.state === 'open' ? (
          <Preview kinds={kinds} attach={preview.attach} level={preview.level} />
        ) : (
          <>
            <Button isLoading={preview.state === 'opening'} onClick={preview.start}>
              {`Try your ${names}`}
            </Button>
            <p role="status" className="text-center text-small text-text-muted">
              {preview.state === 'failed' && `Your ${names} can’t be opened. Another program may be using it.`}
            </p>
          </>
        )}
      </div>
      <div className="grid grid-cols-2 gap-2">
        {isForCall && (
          <Button variant="primary" className="col-span-2" onClick={choose('call')}>
            Allow for this call
          </Button>
        )}
        <Button {...(!isForCall && { variant: 'primary', className: 'col-span-2' })} onClick={choose('once')}>
          Allow once
        </Button>
        <Button onClick={choose('always')}>Always allow</Button>
        <Button onClick={choose('never')}>Never allow</Button>
        <Button className={isForCall ? '' : 'col-span-2'} onClick={choose('later')}>
          Not now
        </Button>
      </div>
      <p className="text-small text-text-muted">
        “Always” and “Never” are remembered for your account on this computer. You can change them in Settings.
      </p>
    </PromptPage>
  );
}

interface PreviewProps {
  kinds: readonly CaptureDevice[];
  attach: (element: HTMLVideoElement | null) => void;
  level: number;
}

function Preview({ kinds, attach, level }: PreviewProps) {
  return (
    <>
      {kinds.includes('camera') && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- The picture of the own camera has no sound.
        <video
          ref={attach}
          autoPlay
          muted
          playsInline
          aria-label="Your picture"
          className="min-h-0 w-full flex-1 -scale-x-100 rounded-md object-cover"
        />
      )}
      {kinds.includes('microphone') && (
        <>
          <meter
            aria-label="Loudness of your microphone"
            min={0}
            max={LEVEL_MAX}
            value={level}
            className="call-level h-2 w-full max-w-80"
          />
          <p className="text-small text-text-muted">Speak, and the bar shows how loud you are.</p>
        </>
      )}
    </>
  );
}

function namesOf(kinds: readonly CaptureDevice[]): string {
  return kinds.length > 1 ? 'camera and microphone' : (kinds[0] ?? '');
}
