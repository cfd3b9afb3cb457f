import { useState } from 'react';
import { describeFailure } from '../../../lib/failure.ts';
import { toast } from '../../../lib/toasts.ts';
import { Switch } from '../../../ui/Switch.tsx';
import { readPushState, turnOffPush, turnOnPush, type PushState } from '../push.ts';

const TEXTS: Record<PushState, string> = {
  desktop: 'The desktop app keeps a line to the server while it runs, so it needs no push.',
  unsupported: 'This browser has no push. The list, the bell and mail work all the same.',
  denied:
    'The browser refuses notices of Lyceum. Allow them in the browser’s site settings (the icon beside the address), then load this page again.',
  off: 'Notices while Lyceum is closed. The browser asks you once.',
  on: 'This browser shows notices also while Lyceum is closed. Signing out here ends it.',
};

/** Push in this browser, with what stands in its way. */
export function PushFields({ userId }: { userId: string }) {
  const [state, setState] = useState(() => readPushState(userId));
  const [isBusy, setIsBusy] = useState(false);
  const change = async (isOn: boolean): Promise<void> => {
    setIsBusy(true);
    try {
      if (isOn) setState(await turnOnPush(userId));
      else {
        await turnOffPush(userId);
        setState(readPushState(userId));
      }
    } catch (error) {
      toast({
        title: 'Push could not be changed',
        description: describeFailure(error).message,
        variant: 'destructive',
      });
    }
    setIsBusy(false);
  };
  return (
    <Switch
      label="Push in this browser"
      text={TEXTS[state]}
      isOn={state === 'on'}
      isDisabled={isBusy || state === 'desktop' || state === 'unsupported' || state === 'denied'}
      onChange={(isOn) => void change(isOn)}
    />
  );
}
