import { createPortal } from 'react-dom';
import { callController } from '../session/call-controller.ts';
import { useCall } from '../slice.ts';
import { usePopOut } from '../hooks/use-pop-out.ts';
import { CallWindow, type CallSlots } from './CallWindow.tsx';
import { DenialDialog } from './DenialDialog.tsx';
import { IncomingCard } from './IncomingCard.tsx';
import { MiniCall } from './MiniCall.tsx';

/** What the user sees of a call, above every page; without one, at most why the last one had no devices. */
export function CallLayer(slots: CallSlots) {
  const phase = useCall('phase');
  const callId = useCall('callId');
  if (phase === 'idle') return <DenialDialog />;
  // Beside the root of the app, which an open dialog hides from screen readers.
  if (phase === 'incoming') return createPortal(<IncomingCard key={callId} />, document.body);
  return <OpenCall {...slots} />;
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
