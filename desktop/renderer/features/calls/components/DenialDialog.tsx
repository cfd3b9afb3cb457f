import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { canChange, CAPTURE_SETTINGS, denialTexts } from '../capture-words.ts';
import { updateCall, useCall } from '../slice.ts';

const close = (): void => updateCall({ explained: null });

/** Explains, in the desktop client, why a call could not use its devices; renders nothing unless the user asks. */
export function DenialDialog() {
  const explained = useCall('explained');
  if (!explained) return null;
  return (
    <Dialog title="Camera and microphone" size="sm" onClose={close} footer={<Button onClick={close}>Close</Button>}>
      <div className="space-y-2">
        {denialTexts(explained).map((text) => (
          <p key={text}>{text}</p>
        ))}
        {canChange(explained) && (
          <p>
            <TextLink to={CAPTURE_SETTINGS} onClick={close}>
              Open the settings of camera and microphone
            </TextLink>
          </p>
        )}
      </div>
    </Dialog>
  );
}
