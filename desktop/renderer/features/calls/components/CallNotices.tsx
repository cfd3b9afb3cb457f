import { X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { CaptureDenial } from '#shared/bridge/media.ts';
import { readBridge } from '../../../lib/page/bridge.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { CAPTURE_SETTINGS, denialText } from '../capture-words.ts';
import { callController } from '../session/call-controller.ts';
import { updateCall, useCall } from '../slice.ts';
import type { Elements } from '../../../ui/elements.ts';

/** The most important thing that the user can do for the call; renders nothing when all is well. */
export function CallNotices() {
  const needsMediaPrompt = useCall('needsMediaPrompt');
  const hasCameraFailed = useCall('hasCameraFailed');
  const suggestsCameraOff = useCall('suggestsCameraOff');
  const isUnstable = useCall('isUnstable');
  const hasReturned = useCall('returnedDevices').length > 0;
  const lacksMicrophone = useCall('lacksMicrophone');
  const [isClosed, setIsClosed] = useState(false);
  const { camera: whyCamera, screen: whyScreen } = useCall('denials');
  const toggleCamera = (): void => callController().toggleCamera();
  return (
    <div role="status" className="absolute inset-x-3 top-3 flex justify-center">
      {needsMediaPrompt ? (
        <MediaPromptNotice />
      ) : hasCameraFailed ? (
        <CameraNotice why={whyCamera} onRetry={toggleCamera} />
      ) : whyScreen === 'institution' ? (
        <ScreenNotice why={whyScreen} />
      ) : hasReturned ? (
        <ReturnNotice />
      ) : lacksMicrophone && !isClosed ? (
        <Notice onClose={() => setIsClosed(true)}>No microphone was found. You can listen.</Notice>
      ) : suggestsCameraOff ? (
        <Notice
          action={
            <Button onClick={toggleCamera} size="sm">
              Turn camera off
            </Button>
          }
        >
          Your connection is too slow for video.
        </Notice>
      ) : (
        isUnstable && <Notice>Connection unstable</Notice>
      )}
    </div>
  );
}

function MediaPromptNotice() {
  const names = useCall('callType') === 'video' ? 'camera and microphone' : 'microphone';
  return (
    <Notice>
      {readBridge() === undefined
        ? `Your browser asks whether Lyceum may use your ${names}. Choose “Allow”.`
        : `A small window asks whether this call may use your ${names}.`}
    </Notice>
  );
}

/** A chosen device is connected again; it is not used unless the user wants it. */
function ReturnNotice() {
  const kinds = useCall('returnedDevices');
  const chosen = useCall('chosenDevices');
  const close = (): void => updateCall({ returnedDevices: [] });
  const switchBack = (): void => {
    close();
    for (const kind of kinds) callController().chooseDevice(kind, chosen[kind]);
  };
  return (
    <Notice
      action={
        <>
          <Button onClick={switchBack} size="sm">
            {`Use ${kinds.length > 1 ? 'them' : 'it'}`}
          </Button>
          <Button variant="ghost" onClick={close} size="sm">
            Not now
          </Button>
        </>
      }
    >{`Your chosen ${kinds.join(' and ')} ${kinds.length > 1 ? 'are' : 'is'} connected again.`}</Notice>
  );
}

/** The screen can’t be shared. */
function ScreenNotice({ why }: { why: CaptureDenial }) {
  const { screen: _, ...others } = useCall('denials');
  return <Notice onClose={() => updateCall({ denials: others })}>{denialText('screen', why)}</Notice>;
}

/** The camera failed; the desktop client knows why when it was denied. */
function CameraNotice({ why, onRetry }: { why: CaptureDenial | undefined; onRetry: () => void }) {
  const canRetry = why !== 'institution' && why !== 'recommendation' && why !== 'member';
  return (
    <Notice
      onClose={() => updateCall({ hasCameraFailed: false })}
      action={
        canRetry && (
          <Button onClick={onRetry} size="sm">
            Try again
          </Button>
        )
      }
    >
      <span>
        {`${why === undefined ? 'Your camera can’t be used.' : denialText('camera', why)} ` +
          'The call goes on with sound.'}
      </span>{' '}
      {why === 'member' || why === 'recommendation' || why === 'system' ? (
        <TextLink to={CAPTURE_SETTINGS}>Settings</TextLink>
      ) : (
        why !== 'institution' && <TextLink to="/help?article=calls">What to do</TextLink>
      )}
    </Notice>
  );
}

interface NoticeProps {
  children: ReactNode;
  action?: Elements;
  /** Hides what would otherwise lie over the images until the call ends. */
  onClose?: (() => void) | undefined;
}

function Notice({ children, action, onClose }: NoticeProps) {
  return (
    <div className="flex max-w-full flex-wrap items-center gap-x-3 gap-y-1.5 rounded-md border border-border bg-surface-raised px-3 py-2 text-small shadow-overlay">
      {/* Buttons move below a text that would be narrower. */}
      <span className="min-w-0 flex-[1_1_12rem]">{children}</span>
      {(action || onClose) && (
        <span className="ms-auto flex items-center gap-2">
          {action}
          {onClose && <IconButton label="Close" icon={<X className="size-4" />} onClick={onClose} />}
        </span>
      )}
    </div>
  );
}
