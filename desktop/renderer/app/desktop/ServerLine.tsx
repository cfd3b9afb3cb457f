import type { Bridge } from '#shared/bridge/contract.ts';
import { useAuth } from '../../features/auth/auth-provider.tsx';
import { ManagedNote } from '../../ui/ManagedNote.tsx';
import { QUIET_LINK_CLASSES } from '../../ui/button-classes.ts';
import { useOtherAccounts } from './use-accounts.ts';

interface ServerLineProps {
  bridge: Pick<Bridge, 'listAccounts' | 'onAccountsChanged'>;
  /** Origin of the server. */
  serverUrl: string;
  /** True when the policy sets the server. */
  isManaged: boolean;
  /** Opens the page that chooses another server. */
  onChange: () => void;
}

/**
 * Shows the server of the desktop app, with a button that changes it while no one is signed in, in another account
 * neither, unless the policy sets the server.
 */
export function ServerLine({ bridge, serverUrl, isManaged, onChange }: ServerLineProps) {
  const { user } = useAuth();
  const others = useOtherAccounts(bridge);
  return (
    <>
      <span>Server:</span> <span dir="ltr">{new URL(serverUrl).host}</span> {isManaged && <ManagedNote />}
      {user === null && others.length === 0 && !isManaged && (
        <button type="button" onClick={onChange} className={`${QUIET_LINK_CLASSES} py-1`}>
          Change server
        </button>
      )}
    </>
  );
}
