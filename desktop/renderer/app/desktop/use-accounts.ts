import { useEffect, useState } from 'react';
import type { AccountView } from '#shared/bridge/accounts.ts';
import type { Bridge } from '#shared/bridge/contract.ts';

/** Returns the accounts on this computer whose user is signed in, and follows their changes; null until known. */
export function useAccounts(bridge: Pick<Bridge, 'listAccounts' | 'onAccountsChanged'>): AccountView[] | null {
  const [accounts, setAccounts] = useState<AccountView[] | null>(null);
  useEffect(() => {
    let isMounted = true;
    const load = (): void => {
      bridge.listAccounts().then(
        (all) => isMounted && setAccounts(all),
        () => undefined,
      );
    };
    load();
    const stop = bridge.onAccountsChanged(load);
    return () => {
      isMounted = false;
      stop();
    };
  }, [bridge]);
  return accounts;
}

/** Returns {@link useAccounts} without the account that the window shows; empty until they are known. */
export function useOtherAccounts(bridge: Pick<Bridge, 'listAccounts' | 'onAccountsChanged'>): AccountView[] {
  return (useAccounts(bridge) ?? []).filter(({ isCurrent }) => !isCurrent);
}
