import type { ReactNode } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { callController } from '../session/call-controller.ts';
import { useCall } from '../slice.ts';

/** The most important thing that the user can do for the call; renders nothing when all is well. */
export function CallNotices() {
  const needsMediaPrompt = useCall('needsMediaPrompt');
  const hasCameraFailed = useCall('hasCameraFailed');
  const suggestsCameraOff = useCall('suggestsCameraOff');
  const isUnstable = useCall('isUnstable');
  const isVideo = useCall('callType') === 'video';
  const toggleCamera = (): void => callController().toggleCamera();
  return (
    <div role="status" className="absolute inset-x-3 top-3 flex justify-center">
      {needsMediaPrompt ? (
        <Notice>
          {isVideo
            ? 'Your browser asks whether Lyceum may use your camera and microphone. Choose “Allow”.'
            : 'Your browser asks whether Lyceum may use your microphone. Choose “Allow”.'}
        </Notice>
      ) : hasCameraFailed ? (
        <Notice
          action={
            <Button onClick={toggleCamera} size="sm">
              Try again
            </Button>
          }
        >
          Your camera can’t be used. The call goes on with sound.{' '}
          <TextLink to="/help?article=calls">What to do</TextLink>
        </Notice>
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

function Notice({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex max-w-full flex-wrap items-center gap-x-3 gap-y-1.5 rounded-md border border-border bg-surface-raised px-3 py-2 text-small shadow-overlay">
      <span className="min-w-0 flex-1">{children}</span>
      {action}
    </div>
  );
}
