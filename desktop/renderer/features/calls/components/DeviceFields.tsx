import { useEffect } from 'react';
import { SelectField } from '../../../ui/SelectField.tsx';
import { callController } from '../session/call-controller.ts';
import { useCall, type DeviceKind } from '../slice.ts';
import { StreamView } from './StreamView.tsx';

const LABELS: Record<DeviceKind, string> = {
  microphone: 'Microphone',
  camera: 'Camera',
  speaker: 'Speaker',
  ringer: 'Ringtone plays on',
};
const UNNAMED: Record<DeviceKind, string> = {
  microphone: 'Microphone',
  camera: 'Camera',
  speaker: 'Speaker',
  ringer: 'Speaker',
};
const LEVEL_MAX = 10;

/** Fields for the devices of calls, with the loudness of the microphone and before a call the picture of the camera. */
export function DeviceFields({ hasCamera }: { hasCamera: boolean }) {
  const isPreviewing = useCall('isPreviewing');
  const phase = useCall('phase');
  const isOpen = isPreviewing || phase === 'active';
  useEffect(() => callController().refreshDevices(), []);
  return (
    <div className="space-y-4">
      <div className="space-y-2">
        <DeviceField kind="microphone" />
        {isOpen && <MicLevel />}
      </div>
      {hasCamera && <DeviceField kind="camera" />}
      {hasCamera && isPreviewing && (
        <StreamView
          stream="local"
          label="Your picture"
          isMirrored
          className="aspect-video w-full max-w-80 rounded-md bg-surface-sunken object-cover"
        />
      )}
      <DeviceField kind="speaker" />
      <DeviceField kind="ringer" />
    </div>
  );
}

/** One choice; renders nothing where the browser cannot choose, as for speakers in some. */
function DeviceField({ kind }: { kind: DeviceKind }) {
  const devices = useCall('devices')[kind];
  const chosen = useCall('chosenDevices')[kind];
  const isMissing = chosen !== null && !devices.some(({ id }) => id === chosen);
  if (devices.length === 0 && kind !== 'microphone' && kind !== 'camera') return null;
  return (
    <SelectField
      label={LABELS[kind]}
      value={isMissing ? '' : (chosen ?? '')}
      hint={isMissing ? 'The one that you chose is not connected.' : undefined}
      options={[
        { value: '', label: 'System default' },
        ...devices.map(({ id, label }, index) => ({
          value: id,
          label: label === '' ? `${UNNAMED[kind]} ${String(index + 1)}` : label,
        })),
      ]}
      onChange={(id) => callController().chooseDevice(kind, id === '' ? null : id)}
    />
  );
}

function MicLevel() {
  const level = useCall('micLevel');
  return (
    <meter
      aria-label="Loudness of your microphone"
      min={0}
      max={LEVEL_MAX}
      value={level}
      className="call-level block h-2 w-full"
    />
  );
}
