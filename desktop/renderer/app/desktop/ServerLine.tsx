import type { Bridge } from '#shared/bridge/contract.ts';
import { useAuth } from '../../features/auth/auth-provider.tsx';
import { QUIET_LINK_CLASSES } from '../../ui/button-classes.ts';
import { useOtherAccounts } from './use-accounts.ts';

interface ServerLineProps {
  bridge: Pick<Bridge, 'listAccounts' | 'onAccountsChanged'>;
  /** Origin of the server. */
  serverUrl: string;
  /** Opens the page that chooses another server. */
  onChange: () => void;
}

/**
 * Shows the server of the desktop app, with a button that changes it while no one is signed in, in another account
 * neither.
 */
export function ServerLine({ bridge, serverUrl, onChange }: ServerLineProps) {
  const { user } = useAuth();
  const others = useOtherAccounts(bridge);
  return (
    <>
      Server: <span dir="ltr">{new URL(serverUrl).host}</span>{' '}
      {user === null && others.length === 0 && (
        <button type="button" onClick={onChange} className={`${QUIET_LINK_CLASSES} py-1`}>
          Change server
        </button>
      )}
    </>
  );
}
