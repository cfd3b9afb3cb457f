import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

/** One part of a text that differs between two versions. */
export interface Difference {
  name: string;
  mine: string;
  saved: string;
}

interface VersionConflictProps {
  title: string;
  differences: readonly Difference[];
  isSaving: boolean;
  /** Saves the text of the form over the newer version. */
  onKeepMine: () => void;
  onTakeSaved: () => void;
  /** Returns to the form with its text. */
  onContinue: () => void;
}

/** Compares the text of a form with a newer version, part by part, and lets the user choose. */
export function VersionConflict({
  title,
  differences,
  isSaving,
  onKeepMine,
  onTakeSaved,
  onContinue,
}: VersionConflictProps) {
  return (
    <Dialog
      onClose={onContinue}
      title={title}
      description="Choose which version to keep, or continue editing yours."
      size="lg"
      footer={
        <>
          <Button onClick={onContinue}>Continue editing</Button>
          <Button onClick={onTakeSaved}>Keep the saved version</Button>
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
              Your version
            </th>
            <th scope="col" className="py-2 text-start font-medium">
              Saved version
            </th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ name, mine, saved }) => (
            <tr key={name} className="border-b border-border align-top">
              <th scope="row" className="py-2 pe-3 text-start font-medium">
                {name}
              </th>
              {[mine, saved].map((text, index) => (
                <td key={index} dir="auto" className="py-2 pe-3 wrap-anywhere whitespace-pre-line">
                  {text || '(empty)'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
