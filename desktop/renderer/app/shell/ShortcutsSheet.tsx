import type { Role } from '#shared/api/endpoint.ts';
import { ShortcutsTable } from '../../features/help/components/ShortcutsTable.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { mayOpen } from './navigation.ts';

interface ShortcutsSheetProps {
  onClose: () => void;
  role: Role;
  areSingleKeysOn: boolean;
  onSingleKeysChange: (areOn: boolean) => void;
}

/** All shortcuts, and the switch that turns single keys off. */
export function ShortcutsSheet({ onClose, role, areSingleKeysOn, onSingleKeysChange }: ShortcutsSheetProps) {
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts">
      <ShortcutsTable isAllowed={(path) => mayOpen(role, path)} />
      <div className="mt-5 border-t border-border pt-4">
        <Switch
          label="Single-key shortcuts"
          text="Turn off if you speak to your computer or keys are pressed by mistake."
          isOn={areSingleKeysOn}
          onChange={onSingleKeysChange}
        />
      </div>
    </Dialog>
  );
}
