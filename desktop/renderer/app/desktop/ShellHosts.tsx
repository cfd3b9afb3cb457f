import type { QueryClient } from '@tanstack/react-query';
import type { Bridge } from '#shared/bridge/contract.ts';
import { LinkHost } from './LinkHost.tsx';
import { SessionHost } from './SessionHost.tsx';

interface ShellHostsProps {
  bridge: Bridge;
  client: QueryClient;
  /** Opens a page of the router. */
  onNavigate: (path: string) => void;
}

/** What the desktop app does beside the pages once there is a server; its code loads after them. */
export function ShellHosts({ bridge, client, onNavigate }: ShellHostsProps) {
  return (
    <>
      <SessionHost bridge={bridge} client={client} />
      <LinkHost bridge={bridge} client={client} onNavigate={onNavigate} />
    </>
  );
}
