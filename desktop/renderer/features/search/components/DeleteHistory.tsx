import { useState } from 'react';
import { toast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useSearchWrites } from '../api/mutations.ts';

/** Deletes all of the member's earlier searches, after asking. */
export function DeleteHistory() {
  const writes = useSearchWrites();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setIsAsking(true)}>
        Delete search history
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Delete your search history?"
          description="All your earlier searches, and what you opened from them, are deleted for good."
          confirmLabel="Delete"
          onConfirm={async () => {
            await writes.removeAll();
            toast({ title: 'Search history deleted' });
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
