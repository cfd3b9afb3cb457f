import { useCallback, useState } from 'react';
import type { Bridge } from '#shared/bridge/contract.ts';
import type { ServerCheck } from '#shared/bridge/shell.ts';
import { Button } from '../../ui/Button.tsx';
import { ShellPage } from './ShellPage.tsx';
import { countUnsentMessages } from './unsent-texts.ts';
import { useAccounts } from './use-accounts.ts';
import { useServerSearch } from './use-server-search.ts';

interface OfflineScreenProps {
  bridge: Pick<Bridge, 'checkServer' | 'listAccounts' | 'onAccountsChanged'>;
  /** Origin of the server. */
  serverUrl: string;
  /** Another number looks for the server at once. */
  tries: number;
  /** The server responds again. */
  onFound: () => void;
  onTryAgain: () => void;
  /** Opens the pages that need no server. */
  onHelp: () => void;
  onChangeServer: () => void;
}

/** Shows that the server cannot be reached, why, and what happens to unsent messages; looks for it by itself. */
export function OfflineScreen(props: OfflineScreenProps) {
  const { bridge, serverUrl, tries, onFound, onTryAgain, onHelp, onChangeServer } = props;
  /** Why the server cannot be used; null while it does not respond. */
  const [problem, setProblem] = useState<string | null>(null);
  const [unsent] = useState(countUnsentMessages);
  const accounts = useAccounts(bridge);
  const onResult = useCallback(
    (result: ServerCheck): void => {
      if (result.ok) onFound();
      else setProblem(result.problem === 'UNREACHABLE' ? null : result.message);
    },
    [onFound],
  );
  useServerSearch({ bridge, serverUrl, tries, onResult });
  return (
    <ShellPage
      title="Your server can’t be reached"
      intro={
        <>
          <span dir="ltr">{new URL(serverUrl).host}</span>
          <span>{problem === null ? ' does not respond. Check your network connection.' : `: ${problem}`}</span>
        </>
      }
    >
      <p role="status" className="mt-4">
        <span>Lyceum looks for it every few seconds and opens as soon as it responds.</span>
        {unsent > 0 && (
          <span>
            {unsent === 1
              ? ' One message was not sent yet and will be then.'
              : ` ${unsent} messages were not sent yet and will be then.`}
          </span>
        )}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="primary" size="lg" onClick={onTryAgain}>
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
