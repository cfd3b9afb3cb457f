import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { AdRegister } from './AdRegister.tsx';

/** A dialog with all active advertisements. */
export function RegisterDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title="All advertisements"
      description="All active advertisements with their advertisers. Everyone sees the same advertisements, in rotation."
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
