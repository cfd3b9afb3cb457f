import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { AdRegister } from './AdRegister.tsx';

/** Everything that is advertised at present, in a window. */
export function RegisterDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="All advertisements"
      description="Everything that is shown at present, on whose behalf and where. Everyone sees the same ones, in turn."
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <AdRegister />
    </Dialog>
  );
}
