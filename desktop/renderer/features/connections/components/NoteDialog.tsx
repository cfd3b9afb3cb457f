import type { UserCard } from '#shared/api/users.ts';
import { CONNECTION_LIMITS } from '#shared/limits.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { useFormDraft } from '../../../lib/storage/use-form-draft.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextareaField } from '../../../ui/TextareaField.tsx';
import { useRequestConnection } from '../api/mutations.ts';

/** Sends a request to connect with a note, which is stored on this device until it is sent or cancelled. */
export function NoteDialog({ user, onClose }: { user: UserCard; onClose: () => void }) {
  const { mutate, isPending, error } = useRequestConnection({ action: null });
  const {
    values: { note },
    change,
    discard,
  } = useFormDraft(`connect:${user.id}`, { note: '' });
  const discardAndClose = (): void => {
    discard();
    onClose();
  };
  const left = CONNECTION_LIMITS.noteMaxChars - note.trim().length;
  return (
    <Dialog
      onClose={onClose}
      title={`Connect with ${user.fullName}`}
      size="sm"
      footer={
        <>
          <Button onClick={discardAndClose}>Cancel</Button>
          <Button
            variant="primary"
            isLoading={isPending}
            onClick={() => mutate({ user, note }, { onSuccess: discardAndClose })}
          >
            Send request
          </Button>
        </>
      }
    >
      <TextareaField
        label="Note"
        isOptional
        hint={`${String(left)} characters left${user.role === 'student' ? '. Students read it after accepting.' : ''}`}
        error={error ? describeFailure(error).message : undefined}
        dir="auto"
        rows={3}
        maxLength={CONNECTION_LIMITS.noteMaxChars}
        value={note}
        onChange={(text) => change({ note: text })}
      />
    </Dialog>
  );
}
