import type { Bridge } from '#shared/bridge/contract.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { useOtherAccounts } from './use-accounts.ts';

interface OtherAccountsProps {
  bridge: Pick<Bridge, 'listAccounts' | 'onAccountsChanged' | 'switchAccount'>;
}

/** Lists the accounts that are signed in on this computer, above the pages for visitors; nothing without one. */
export function OtherAccounts({ bridge }: OtherAccountsProps) {
  const accounts = useOtherAccounts(bridge);
  if (accounts.length === 0) return null;
  return (
    <section
      aria-label="Accounts on this computer"
      className="flex min-h-11 flex-wrap items-center gap-2 border-b border-border bg-surface-sunken px-4 py-1.5"
    >
      <span className="text-text-muted">Signed in on this computer:</span>
      {accounts.map(({ id, fullName, photo }) => (
        <Button key={id} size="sm" onClick={() => void bridge.switchAccount(id).catch(() => undefined)}>
          <Avatar id={id} name={fullName} src={photo} size="xs" />
          <span>{fullName}</span>
        </Button>
      ))}
    </section>
  );
}
