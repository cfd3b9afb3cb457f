import { Button } from './Button.tsx';

/** Reports that a form shows changes of an earlier visit, which the user can discard. */
export function UnsavedChanges({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p role="status" className="flex flex-wrap items-center gap-2 text-text-muted">
      You have unsaved changes from your last visit.
      <Button size="sm" onClick={onDiscard}>
        Discard changes
      </Button>
    </p>
  );
}
