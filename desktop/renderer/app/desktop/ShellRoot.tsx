import type { QueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { Bridge } from '#shared/bridge/contract.ts';
import type { AppInfo } from '#shared/bridge/shell.ts';
import { lazily } from '../../lib/lazily.tsx';
import { toast } from '../../lib/page/toasts.ts';
import { OfflineGate } from './OfflineGate.tsx';
import { ServerLine } from './ServerLine.tsx';
import { ServerBanner } from './ServerBanner.tsx';
import { ShellContext } from './shell-context.ts';
import { sendAppearance } from './send-appearance.ts';

const SignOutCountdown = lazily(
  async () => (await import('../../features/policy/components/SignOutCountdown.tsx')).SignOutCountdown,
);
const AccountItems = lazy(async () => ({ default: (await import('./AccountItems.tsx')).AccountItems }));
const OtherAccounts = lazy(async () => ({ default: (await import('./OtherAccounts.tsx')).OtherAccounts }));
const ProxyHost = lazy(async () => ({ default: (await import('./ProxyHost.tsx')).ProxyHost }));
const ShellHosts = lazy(async () => ({ default: (await import('./ShellHosts.tsx')).ShellHosts }));
const ShellScreen = lazy(async () => ({ default: (await import('./ShellScreen.tsx')).ShellScreen }));

interface ShellRootProps {
  bridge: Bridge;
  info: AppInfo;
  client: QueryClient;
  /** Opens a page of the router. */
  onNavigate: (path: string) => void;
  children: ReactNode;
}

/**
 * The app in the desktop client: requires a server that serves this version, follows navigation and shows messages of
 * the main process.
 */
export function ShellRoot({ bridge, info, client, onNavigate, children }: ShellRootProps) {
  const [isChoosing, setIsChoosing] = useState(false);
  const [requiredVersion, setRequiredVersion] = useState(info.requiredVersion);

  useEffect(() => sendAppearance(document, bridge), [bridge]);
  useEffect(() => bridge.onNavigate(({ path }) => onNavigate(path)), [bridge, onNavigate]);
  useEffect(() => bridge.onClientCheck((check) => setRequiredVersion(check.requiredVersion)), [bridge]);
  useEffect(() => {
    const show = ({ title, text }: { title: string; text: string }) => toast({ title, description: text });
    const stop = bridge.onToast(show);
    bridge.takeToasts().then(
      (toasts) => toasts.forEach(show),
      () => undefined,
    );
    return stop;
  }, [bridge]);

  const { serverUrl, policy } = info;
  const isManaged = policy.managed.includes('serverUrl');
  const view = useMemo(
    () =>
      serverUrl !== null && {
        banner: (
          <>
            <Suspense fallback={null}>
              <OtherAccounts bridge={bridge} />
            </Suspense>
            <ServerBanner />
          </>
        ),
        serverLine: (
          <ServerLine
            bridge={bridge}
            serverUrl={serverUrl}
            isManaged={isManaged}
            onChange={() => setIsChoosing(true)}
          />
        ),
        // Members of a shared computer come one after the other.
        accountItems: info.policy.values.sharedComputer ? null : (
          <Suspense fallback={null}>
            <AccountItems bridge={bridge} />
          </Suspense>
        ),
      },
    [bridge, serverUrl, isManaged, info],
  );
  if (serverUrl === null || !view || isChoosing || requiredVersion !== null) {
    const required = isChoosing ? null : requiredVersion;
    return (
      <>
        <Suspense fallback={null}>
          <ProxyHost bridge={bridge} />
        </Suspense>
        <Suspense fallback={null}>
          <ShellScreen bridge={bridge} info={info} requiredVersion={required} onChoose={setIsChoosing} />
        </Suspense>
      </>
    );
  }
  const choose = (): void => setIsChoosing(true);
  const gate = { bridge, client, serverUrl, onNavigate, onChangeServer: choose };
  return (
    <ShellContext value={view}>
      <Suspense fallback={null}>
        <ProxyHost bridge={bridge} />
        <ShellHosts bridge={bridge} client={client} onNavigate={onNavigate} />
      </Suspense>
      <SignOutCountdown bridge={bridge} />
      <OfflineGate {...gate}>{children}</OfflineGate>
    </ShellContext>
  );
}
