import { lazy, Suspense, useEffect, useState } from 'react';
import type { Bridge } from '#shared/bridge/contract.ts';
import type { ProxyChallenge } from '#shared/bridge/network.ts';

const ProxyDialog = lazy(async () => ({ default: (await import('./ProxyDialog.tsx')).ProxyDialog }));

interface ProxyHostProps {
  bridge: Pick<Bridge, 'getProxyChallenge' | 'answerProxyChallenge' | 'onProxyChallenge'>;
}

/** Shows the sign-in to a proxy while the network requires one. */
export function ProxyHost({ bridge }: ProxyHostProps) {
  const [challenge, setChallenge] = useState<ProxyChallenge | null>(null);
  // The sign-in closes while the proxy checks what was entered.
  const [username, setUsername] = useState('');
  useEffect(() => {
    const stop = bridge.onProxyChallenge(setChallenge);
    // One that was there before the page.
    bridge.getProxyChallenge().then(setChallenge, () => undefined);
    return stop;
  }, [bridge]);
  if (challenge === null) return null;
  return (
    <Suspense fallback={null}>
      <ProxyDialog
        challenge={challenge}
        lastUsername={username}
        onAnswer={(credentials) => {
          setUsername(credentials?.username ?? '');
          void bridge.answerProxyChallenge(credentials);
        }}
      />
    </Suspense>
  );
}
