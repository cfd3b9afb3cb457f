import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Bridge } from '#shared/bridge/contract.ts';
import { keepPageCopy } from './page-copy.ts';
import { useSessionState } from './session-state.ts';
import { keepUnsentTexts, restoreAtSignIn } from './unsent-texts.ts';

interface SessionHostProps {
  bridge: Pick<Bridge, 'setAccountUser' | 'loadUnsentTexts' | 'storeUnsentTexts' | 'loadPageCopy' | 'storePageCopy'>;
  client: QueryClient;
}

/** Reports to the main process who is signed in, which texts were not sent, and what the pages have loaded. */
export function SessionHost({ bridge, client }: SessionHostProps) {
  const { user } = useSessionState(client);
  const [id, fullName, profileImage] = [user?.id, user?.fullName, user?.profileImage ?? null];
  const isVisitor = user === null;
  const wasVisitor = useRef(false);
  useEffect(() => {
    const account =
      id === undefined || fullName === undefined
        ? null
        : // Another address of images is not the server's.
          { id, fullName, profileImage: profileImage?.startsWith('/') === true ? profileImage : null };
    if (!account && !isVisitor) return;
    const hasSignedIn = account !== null && wasVisitor.current;
    wasVisitor.current = isVisitor;
    const reported = bridge.setAccountUser(account);
    const reload = (): void => globalThis.location.reload();
    void reported.then(() => (hasSignedIn ? restoreAtSignIn(bridge, reload) : undefined)).catch(() => undefined);
  }, [bridge, fullName, id, isVisitor, profileImage]);
  // The user whose texts are stored may change without another page.
  useEffect(() => keepUnsentTexts(bridge), [bridge, id]);
  useEffect(() => (id === undefined ? undefined : keepPageCopy(bridge, client, id)), [bridge, client, id]);
  return null;
}
