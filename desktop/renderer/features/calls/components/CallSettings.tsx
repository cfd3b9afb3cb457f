import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { readBridge } from '../../../lib/page/bridge.ts';
import { Button } from '../../../ui/Button.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { loadBoundCalls } from '../live.ts';
import { denialTexts } from '../capture-words.ts';
import { readRingRule, storeRingRule } from '../ring-sound.ts';
import { callController } from '../session/call-controller.ts';
import { useCall } from '../slice.ts';
import { DeviceFields } from './DeviceFields.tsx';

const ShellCallFields = lazy(async () => ({ default: (await import('./ShellCallFields.tsx')).ShellCallFields }));

/** The devices of calls with a test, and the ringtone; stored on this device. */
export function CallSettings() {
  const [isRinging, setIsRinging] = useState(() => readRingRule() !== 'never');
  const bridge = readBridge();
  const query = useQuery({
    queryKey: ['calls', 'code'],
    queryFn: ({ signal }) => loadBoundCalls(signal).then(() => true),
  });
  return (
    <div className="space-y-6">
      {query.data ? <Devices /> : <QueryState query={query} skeleton={<Skeleton className="h-40 w-full" />} />}
      {bridge ? (
        <Suspense fallback={null}>
          <ShellCallFields />
        </Suspense>
      ) : (
        <Switch
          label="Ringtone"
          text="Plays on this device when someone calls you. Without it, the card of the call still appears and flashes."
          isOn={isRinging}
          onChange={(isOn) => {
            setIsRinging(isOn);
            storeRingRule(isOn ? 'unless-quiet' : 'never');
          }}
        />
      )}
    </div>
  );
}

function Devices() {
  const isPreviewing = useCall('isPreviewing');
  const isOpeningMedia = useCall('isOpeningMedia');
  const isIdle = useCall('phase') === 'idle';
  const denials = useCall('denials');
  // A call closes its devices itself.
  useEffect(() => {
    const calls = callController();
    // At sign-out they are closed before the page.
    return () => calls.endPreview();
  }, []);
  return (
    <div className="space-y-4">
      <DeviceFields hasCamera />
      {isIdle && (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            isLoading={isOpeningMedia}
            onClick={() => (isPreviewing ? callController().endPreview() : callController().preview('video'))}
          >
            {isPreviewing ? 'Stop the test' : 'Test microphone and camera'}
          </Button>
          <TextLink to="/help?article=calls">What to do when they don’t work</TextLink>
        </div>
      )}
      <div role="status" className="text-danger">
        {denialTexts(denials).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </div>
  );
}
