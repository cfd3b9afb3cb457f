import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ModerationContext, type Moderation } from '../features/users/moderation.ts';
import { lazily } from '../lib/lazily.tsx';
import type { ModerationRequest } from './ModerationDialog.tsx';
import type { Elements } from '../ui/elements.ts';

const ModerationDialog = lazily(async () => (await import('./ModerationDialog.tsx')).ModerationDialog);

/** Opens the dialogs to report and to block for the menus inside. Their code is loaded at the first use. */
export function ModerationProvider({ children }: { children: Elements }) {
  const [request, setRequest] = useState<ModerationRequest | null>(null);
  const [moderation] = useState<Moderation>(() => ({
    report: (target, onBlocked) => setRequest({ user: target.author, target, onBlocked }),
    block: (user, onBlocked) => setRequest({ user, target: null, onBlocked }),
  }));
  const { key } = useLocation();
  // The dialog belongs to the page that opened it.
  useEffect(() => () => setRequest(null), [key]);
  return (
    <ModerationContext value={moderation}>
      {children}
      {request && <ModerationDialog request={request} onClose={() => setRequest(null)} />}
    </ModerationContext>
  );
}
