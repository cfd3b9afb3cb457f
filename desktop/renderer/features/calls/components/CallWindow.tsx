import clsx from 'clsx';
import { X } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ModalWindow } from '../../../ui/ModalWindow.tsx';
import { onCallKey } from '../hooks/call-keys.ts';
import { callController } from '../session/call-controller.ts';
import { useCall, type CallPeer } from '../slice.ts';
import { CallControls } from './CallControls.tsx';
import { CallHeader, type CallPanel } from './CallHeader.tsx';
import { CallStage } from './CallStage.tsx';
import { DeviceFields } from './DeviceFields.tsx';
import { LeaveCallDialog } from './LeaveCallDialog.tsx';
import type { Elements } from '../../../ui/elements.ts';

/** What other features add to a call. */
export interface CallSlots {
  /** The conversation with the peer. */
  chat?: ((peer: CallPeer) => Elements) | undefined;
  /** The course or event that the call is about; null for none. */
  about?: ((peer: CallPeer) => Elements) | undefined;
}

interface CallWindowProps extends CallSlots {
  onPopOut: (() => void) | undefined;
}

/** The window of a call that the user makes or has answered: at most 800 px wide, with a panel beside it. */
export function CallWindow({ chat, about, onPopOut }: CallWindowProps) {
  const peer = useCall('peer');
  const isVideo = useCall('callType') === 'video';
  const isScreenOn = useCall('isScreenOn');
  const [panel, setPanel] = useState<CallPanel>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  useMinimiseOnNavigation();
  if (!peer) return null;
  return (
    <>
      <ModalWindow
        title={<bdi>{peer.name}</bdi>}
        onEscape={() => setIsLeaving(true)}
        onOutside={minimise}
        onKeyDown={onCallKey}
        className={clsx(
          'call-window inset-0 mx-auto grid grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)_auto] sm:inset-x-3 sm:top-1/2 sm:bottom-auto sm:h-[min(90dvh,40rem)] sm:-translate-y-1/2 sm:rounded-lg sm:border',
          // Where it fills the page, the banner about the shared screen is above it.
          isScreenOn && 'max-sm:top-14',
          panel === null ? 'max-w-[800px]' : 'max-w-[800px] lg:max-w-[1160px] sm:grid-cols-[minmax(0,1fr)_22.5rem]',
        )}
      >
        {(title) => (
          <>
            <CallHeader
              title={title}
              panel={panel}
              hasChat={chat !== undefined}
              onPanel={setPanel}
              onMinimise={minimise}
              onPopOut={onPopOut}
            />
            <div className="col-start-1 row-start-2">{about?.(peer)}</div>
            <div className="col-start-1 row-start-3 grid min-h-0">
              <CallStage />
            </div>
            <footer className="col-start-1 row-start-4 border-t border-border px-4 py-4">
              <CallControls />
            </footer>
            {panel !== null && (
              <Panel title={panel === 'chat' ? 'Chat' : 'Devices'} onClose={() => setPanel(null)}>
                {panel === 'chat' ? (
                  chat?.(peer)
                ) : (
                  <div className="p-4">
                    <DeviceFields hasCamera={isVideo} />
                  </div>
                )}
              </Panel>
            )}
          </>
        )}
      </ModalWindow>
      {isLeaving && <LeaveCallDialog onClose={() => setIsLeaving(false)} />}
    </>
  );
}

function minimise(): void {
  callController().setMinimised(true);
}

/** A link in the window leads to a page, which is then visible. */
function useMinimiseOnNavigation(): void {
  const { key } = useLocation();
  const [firstKey] = useState(key);
  useEffect(() => {
    if (key !== firstKey) minimise();
  }, [key, firstKey]);
}

/** Beside the call; in a narrow window over its middle, so that the controls stay visible. */
function Panel({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="z-10 flex min-h-0 min-w-0 flex-col bg-surface-raised max-sm:col-start-1 max-sm:row-start-3 sm:col-start-2 sm:row-span-4 sm:row-start-1 sm:border-s sm:border-border"
    >
      <div className="flex items-center justify-between border-b border-border py-2 ps-4 pe-2">
        <h3 className="font-semibold">{title}</h3>
        <IconButton label={`Close ${title.toLowerCase()}`} icon={<X className="size-4" />} onClick={onClose} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
    </section>
  );
}
