import clsx from 'clsx';
import { useCallback } from 'react';
import { callController, type CallStreamName } from '../session/call-controller.ts';

interface StreamViewProps {
  stream: CallStreamName;
  label: string;
  /** True for the own camera, which is shown as in a mirror. */
  isMirrored?: boolean;
  className?: string;
}

/** Shows a stream of the call. That of the peer also plays its sound, so that one is mounted at a time. */
export function StreamView({ stream, label, isMirrored = false, className }: StreamViewProps) {
  const attach = useCallback(
    (element: HTMLVideoElement | null) => (element ? callController().attach(element, stream) : undefined),
    [stream],
  );
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- What is said in a call has no captions.
    <video
      ref={attach}
      autoPlay
      playsInline
      aria-label={label}
      className={clsx(isMirrored && '-scale-x-100', className)}
    />
  );
}
