import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { callController } from '../session/call-controller.ts';
import { useCall } from '../slice.ts';

/** Asks after Escape what the user wants: the call goes on in the small window, or ends. */
export function LeaveCallDialog({ onClose }: { onClose: () => void }) {
  const isOutgoing = useCall('phase') === 'outgoing';
  return (
    <Dialog
      title="Leave the call window?"
      description="The call can go on in a small window."
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Stay</Button>
          <Button
            data-first-focus=""
            onClick={() => {
              onClose();
              callController().setMinimised(true);
            }}
          >
            Minimise
          </Button>
          <Button variant="danger" onClick={() => callController().hangUp()}>
            {isOutgoing ? 'Cancel call' : 'Hang up'}
          </Button>
        </>
      }
    />
  );
}
