import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { describePart, differences, PART_NAMES, type ProfileDraft } from '../profile-form.ts';

interface ProfileConflictProps {
  mine: ProfileDraft;
  theirs: ProfileDraft;
  isSaving: boolean;
  /** Saves the text of this form over the newer version. */
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  /** Returns to the form with its text. */
  onContinue: () => void;
}

/** Compares the text of this form with the newer version, part by part, and lets the user choose. */
export function ProfileConflict({
  mine,
  theirs,
  isSaving,
  onKeepMine,
  onTakeTheirs,
  onContinue,
}: ProfileConflictProps) {
  return (
    <Dialog
      onClose={onContinue}
      title="Your profile was changed on another device"
      description="Choose which version to keep, or continue editing yours."
      size="lg"
      footer={
        <>
          <Button onClick={onContinue}>Continue editing</Button>
          <Button onClick={onTakeTheirs}>Keep the saved version</Button>
          <Button variant="primary" isLoading={isSaving} onClick={onKeepMine}>
            Save mine instead
          </Button>
        </>
      }
    >
      <table className="w-full table-fixed border-collapse text-start">
        <thead>
          <tr className="border-b border-border text-text-muted">
            <th scope="col" className="w-28 py-2 text-start font-medium">
              Part
            </th>
            <th scope="col" className="py-2 pe-3 text-start font-medium">
              This version
            </th>
            <th scope="col" className="py-2 text-start font-medium">
              Version of the other device
            </th>
          </tr>
        </thead>
        <tbody>
          {differences(mine, theirs).map((part) => (
            <tr key={part} className="border-b border-border align-top">
              <th scope="row" className="py-2 pe-3 text-start font-medium">
                {PART_NAMES[part]}
              </th>
              {[mine, theirs].map((version, index) => (
                <td key={index} dir="auto" className="py-2 pe-3 wrap-anywhere whitespace-pre-line">
                  {describePart(version, part)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
