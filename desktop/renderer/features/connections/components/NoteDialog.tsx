import { useState } from 'react';
import type { UserCard } from '#shared/api/users.ts';
import { CONNECTION_LIMITS } from '#shared/limits.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { toast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { useConnectionWrites } from '../api/mutations.ts';

/** Asks someone to connect with a few words. */
export function NoteDialog({ user, onClose }: { user: UserCard; onClose: () => void }) {
  const writes = useConnectionWrites();
  const [note, setNote] = useState('');
  const [error, setError] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const left = CONNECTION_LIMITS.noteMaxChars - note.trim().length;
  const send = async (): Promise<void> => {
    setIsSending(true);
    setError(undefined);
    try {
      const { status } = await writes.request({ connectedUserId: user.id, note }, key);
      toast({
        title: status === 'accepted' ? `You and ${user.fullName} are connected` : `Request sent to ${user.fullName}`,
      });
      onClose();
    } catch (failed) {
      setError(describeFailure(failed).message);
      setIsSending(false);
    }
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Connect with ${user.fullName}`}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" isLoading={isSending} onClick={() => void send()}>
            Send request
          </Button>
        </>
      }
    >
      <Field label="Note" isOptional hint={`${String(left)} characters left`} error={error}>
        {(control) => (
          <Textarea
            {...control}
            dir="auto"
            rows={3}
            maxLength={CONNECTION_LIMITS.noteMaxChars}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}
