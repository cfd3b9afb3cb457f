import { UserPlus } from 'lucide-react';
import type { Bridge } from '#shared/bridge/contract.ts';
import { store } from '../../lib/store.ts';
import { toast } from '../../lib/page/toasts.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { MenuItem, MenuSeparator } from '../../ui/Menu.tsx';
import { useOtherAccounts } from './use-accounts.ts';

interface AccountItemsProps {
  bridge: Pick<Bridge, 'listAccounts' | 'onAccountsChanged' | 'switchAccount' | 'addAccount'>;
}

/** The entries of the account menu that show another account of this computer in the window, or add one. */
export function AccountItems({ bridge }: AccountItemsProps) {
  const accounts = useOtherAccounts(bridge);
  return (
    <>
      {accounts.map(({ id, fullName, photo }) => (
        <MenuItem
          key={id}
          icon={<Avatar id={id} name={fullName} src={photo} size="xs" />}
          onSelect={() => leave(() => bridge.switchAccount(id))}
        >
          {`Switch to ${fullName}`}
        </MenuItem>
      ))}
      <MenuItem icon={<UserPlus />} onSelect={() => leave(() => bridge.addAccount())}>
        Add account
      </MenuItem>
      <MenuSeparator />
    </>
  );
}

/** Leaves the account that the window shows, unless it is in a call. */
function leave(go: () => Promise<void>): void {
  const calls = store.getState()['calls'] as { phase?: string } | undefined;
  if (calls?.phase !== undefined && calls.phase !== 'idle') {
    toast({ title: 'You are in a call', description: 'Hang up before you change the account.' });
    return;
  }
  go().catch(() => toast({ title: 'The account could not be opened', variant: 'destructive' }));
}
