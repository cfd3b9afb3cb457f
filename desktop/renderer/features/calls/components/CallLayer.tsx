import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { callController } from '../session/call-controller.ts';
import { updateCall, useCall } from '../slice.ts';
import { usePopOut } from '../hooks/use-pop-out.ts';
import { CallWindow, type CallSlots } from './CallWindow.tsx';
import { DenialDialog } from './DenialDialog.tsx';
import { IncomingCard } from './IncomingCard.tsx';
import { MiniCall } from './MiniCall.tsx';
import { SharingBanner } from './SharingBanner.tsx';

/** What the user sees of a call, above every page; without one, at most why the last one had no devices. */
export function CallLayer(slots: CallSlots) {
  const phase = useCall('phase');
  const callId = useCall('callId');
  useHelp();
  const isScreenOn = useCall('isScreenOn');
  if (phase === 'idle') return <DenialDialog />;
  // Beside the root of the app, which an open dialog hides from screen readers.
  if (phase === 'incoming') return createPortal(<IncomingCard key={callId} />, document.body);
  return (
    <>
      {/* Beside the root of the app, which the window of the call hides from screen readers. */}
      {isScreenOn && createPortal(<SharingBanner />, document.body)}
      <OpenCall {...slots} />
    </>
  );
}

/** Opens the article about networks when the member asks why a call could not connect. */
function useHelp(): void {
  const opensHelp = useCall('opensHelp');
  const navigate = useNavigate();
  useEffect(() => {
    if (!opensHelp) return;
    updateCall({ opensHelp: false });
    void navigate('/help?article=calls#networks');
  }, [opensHelp, navigate]);
}

// The call stays in the small window when the user closes the window of its own.
const minimise = (): void => callController().setMinimised(true);

function OpenCall(slots: CallSlots) {
  const isMinimised = useCall('isMinimised');
  const popOut = usePopOut(minimise);
  if (popOut.container || isMinimised) {
    return (
      <MiniCall
        container={popOut.container}
        onExpand={() => {
          popOut.close();
          callController().setMinimised(false);
        }}
      />
    );
  }
  return <CallWindow {...slots} onPopOut={popOut.open} />;
}
