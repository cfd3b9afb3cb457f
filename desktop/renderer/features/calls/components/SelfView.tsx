import { EyeOff, Eye } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useCall } from '../slice.ts';
import { StreamView } from './StreamView.tsx';

/** The small picture of what this device sends, mirrored unless it is the screen; renders nothing while it is off. */
export function SelfView() {
  const isCameraOn = useCall('isCameraOn');
  const isScreenOn = useCall('isScreenOn');
  const [isHidden, setIsHidden] = useState(false);
  if (!isCameraOn && !isScreenOn) return null;
  const toggle = (
    <IconButton
      label={isHidden ? 'Show your picture' : 'Hide your picture'}
      icon={isHidden ? <Eye className="size-4" /> : <EyeOff className="size-4" />}
      variant="secondary"
      {...(!isHidden && { className: 'absolute end-1 top-1 size-7! pointer-coarse:size-9!' })}
      onClick={() => setIsHidden(!isHidden)}
    />
  );
  if (isHidden) return <div className="absolute end-3 bottom-3">{toggle}</div>;
  return (
    <div className="absolute end-3 bottom-3 aspect-video w-1/4 min-w-28 overflow-hidden rounded-md border border-border bg-surface shadow-overlay">
      <StreamView
        stream="local"
        label={isScreenOn ? 'Your screen' : 'Your picture'}
        isMirrored={!isScreenOn}
        className="size-full object-cover"
      />
      {toggle}
    </div>
  );
}
