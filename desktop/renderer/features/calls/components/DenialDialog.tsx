import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { canChange, CAPTURE_SETTINGS, denialTexts } from '../capture-words.ts';
import { updateCall, useCall } from '../slice.ts';

const close = (): void => updateCall({ explained: null });

/** Explains why a call could not use its devices, and what to do; renders nothing unless the user asks. */
export function DenialDialog() {
  const explained = useCall('explained');
  if (!explained) return null;
  return (
    <Dialog title="Camera and microphone" size="sm" onClose={close} footer={<Button onClick={close}>Close</Button>}>
      <div className="space-y-2">
        {denialTexts(explained).map((text) => (
          <p key={text}>{text}</p>
        ))}
        {Object.keys(explained).length === 0 && (
          <>
            <p>
              Your microphone or camera can’t be used. Check that it is connected, that no other program uses it, and
              that your browser and your computer allow Lyceum to use it.
            </p>
            <p>
              <TextLink to="/help?article=calls" onClick={close}>
                More about microphone and camera
              </TextLink>
            </p>
          </>
        )}
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
