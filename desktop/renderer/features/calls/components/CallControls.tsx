import { Mic, MicOff, MonitorUp, MonitorX, PhoneOff, Video, VideoOff } from 'lucide-react';
import { callController } from '../session/call-controller.ts';
import { useCall } from '../slice.ts';
import { RoundButton } from './RoundButton.tsx';
import type { Elements } from '../../../ui/elements.ts';

interface CallControlsProps {
  size?: 'md' | 'lg';
  /** Further buttons, before the one that hangs up. */
  children?: Elements;
}

/** Mute, camera, screen and hang up. */
export function CallControls({ size = 'lg', children }: CallControlsProps) {
  const isMicOn = useCall('isMicOn');
  const phase = useCall('phase');
  const isVideo = useCall('callType') === 'video';
  return (
    <div role="group" aria-label="Call controls" className="flex flex-wrap items-center justify-center gap-3">
      <RoundButton
        size={size}
        label={isMicOn ? 'Mute' : 'Unmute'}
        icon={isMicOn ? <Mic /> : <MicOff />}
        look={isMicOn ? 'plain' : 'off'}
        aria-keyshortcuts="m"
        onClick={() => callController().toggleMute()}
      />
      {(isVideo || phase === 'active') && <CameraButton size={size} />}
      {phase === 'active' && <ScreenButton size={size} />}
      {children}
      <RoundButton
        size={size}
        label={phase === 'outgoing' ? 'Cancel call' : 'Hang up'}
        icon={<PhoneOff />}
        look="danger"
        onClick={() => callController().hangUp()}
      />
    </div>
  );
}

function CameraButton({ size }: { size: 'md' | 'lg' }) {
  const isCameraOn = useCall('isCameraOn');
  const isOpeningMedia = useCall('isOpeningMedia');
  return (
    <RoundButton
      size={size}
      label={isCameraOn ? 'Turn camera off' : 'Turn camera on'}
      icon={isCameraOn ? <Video /> : <VideoOff />}
      look={isCameraOn ? 'plain' : 'off'}
      aria-keyshortcuts="v"
      aria-busy={isOpeningMedia}
      onClick={() => callController().toggleCamera()}
    />
  );
}

function ScreenButton({ size }: { size: 'md' | 'lg' }) {
  const isScreenOn = useCall('isScreenOn');
  if (!useCall('canShareScreen')) return null;
  return (
    <RoundButton
      size={size}
      label={isScreenOn ? 'Stop sharing the screen' : 'Share your screen'}
      icon={isScreenOn ? <MonitorX /> : <MonitorUp />}
      look={isScreenOn ? 'off' : 'plain'}
      onClick={() => callController().toggleScreen()}
    />
  );
}
