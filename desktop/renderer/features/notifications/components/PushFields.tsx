import { useState } from 'react';
import { describeFailure } from '../../../lib/http/failure.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { Switch } from '../../../ui/Switch.tsx';
import { readPushState, turnOffPush, turnOnPush, type PushState } from '../push.ts';

const TEXTS: Record<PushState, string> = {
  desktop:
    'The desktop app shows notifications of the system while it runs, under the switches above. It needs no push.',
  unsupported: 'This browser does not support push. The list, the bell and email still work.',
  denied:
    'The browser blocks notifications from Lyceum. Allow them in the browser’s site settings (the icon beside the address), then reload this page.',
  off: 'Notifications while Lyceum is closed. The browser asks for permission once.',
  on: 'This browser shows notifications even while Lyceum is closed, until you log out.',
};

/** Switch for push in this browser, with the reason when push is unavailable. */
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
