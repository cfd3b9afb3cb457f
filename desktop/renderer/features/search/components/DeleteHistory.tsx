import { useState } from 'react';
import { toast } from '../../../lib/page/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { useRemoveSearches } from '../api/mutations.ts';

/** Button that deletes the user's search history after a confirmation. */
export function DeleteHistory() {
  const { mutateAsync: removeAll } = useRemoveSearches();
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setIsConfirming(true)}>
        Delete search history
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title="Delete your search history?"
          description="All your searches and the results you opened will be deleted. This can't be undone."
          confirmLabel="Delete"
          onConfirm={async () => {
            await removeAll();
            toast({ title: 'Search history deleted' });
          }}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  );
}
