import { useEffect, useState } from 'react';
import type { Bridge } from '#shared/bridge/contract.ts';
import { SECOND_MS } from '#shared/time.ts';
import { followWakeUps } from '../../lib/live/wake-ups.ts';
import { Button } from '../../ui/Button.tsx';
import { ShellPage } from './ShellPage.tsx';
import { countUnsentMessages } from './unsent-texts.ts';
import { useAccounts } from './use-accounts.ts';

/** How often the server is looked for, in milliseconds. */
const LOOK_EVERY_MS = 5 * SECOND_MS;

interface OfflineScreenProps {
  bridge: Pick<Bridge, 'checkServer' | 'retryNetwork' | 'listAccounts' | 'onAccountsChanged'>;
  /** Origin of the server. */
  serverUrl: string;
  /** The server responds again. */
  onFound: () => void;
  /** Opens the pages that need no server. */
  onHelp: () => void;
  onChangeServer: () => void;
}

/** Shows that the server cannot be reached, why, and what happens to unsent messages; looks for it by itself. */
export function OfflineScreen({ bridge, serverUrl, onFound, onHelp, onChangeServer }: OfflineScreenProps) {
  /** Why the server cannot be used; null while it does not respond. */
  const [problem, setProblem] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  const [unsent] = useState(countUnsentMessages);
  const accounts = useAccounts(bridge);
  useEffect(() => {
    let isMounted = true;
    let isLooking = false;
    const look = async (): Promise<void> => {
      if (isLooking) return;
      isLooking = true;
      const result = await bridge.checkServer(serverUrl).catch(() => null);
      isLooking = false;
      if (!isMounted || result === null) return;
      if (result.ok) onFound();
      else setProblem(result.problem === 'UNREACHABLE' ? null : result.message);
    };
    const again = (): void => void look();
    again();
    const stop = followWakeUps(again);
    const timer = setInterval(again, LOOK_EVERY_MS);
    return () => {
      isMounted = false;
      stop();
      clearInterval(timer);
    };
  }, [bridge, onFound, serverUrl, tries]);
  const tryAgain = (): void => {
    // Asks again for a sign-in to the network that was cancelled.
    bridge.retryNetwork().then(
      () => setTries(tries + 1),
      () => undefined,
    );
  };
  return (
    <ShellPage
      title="Your server can’t be reached"
      intro={
        <>
          <span dir="ltr">{new URL(serverUrl).host}</span>
          {problem === null ? ' does not respond. Check your network connection.' : `: ${problem}`}
        </>
      }
    >
      <p role="status" className="mt-4">
        Lyceum looks for it every few seconds and opens as soon as it responds.
        {unsent > 0 &&
          ` ${unsent === 1 ? 'One message was' : `${unsent} messages were`} not sent yet and will be then.`}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="primary" size="lg" onClick={tryAgain}>
          Try again
        </Button>
        <Button size="lg" onClick={onHelp}>
          Open help
        </Button>
        {/* Another server ends the sessions on this one. */}
        {accounts?.length === 0 && (
          <Button size="lg" onClick={onChangeServer}>
            Change server
          </Button>
        )}
      </div>
    </ShellPage>
  );
}
