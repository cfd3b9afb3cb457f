import { useId, useState } from 'react';
import type { ReportReason, ReportTarget } from '#shared/api/reports.ts';
import type { UserCard } from '#shared/api/users.ts';
import { REPORT_LIMITS } from '#shared/limits.ts';
import { useBlock } from '../../users/api/mutations.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { RadioCards } from '../../../ui/RadioCards.tsx';
import { Remaining } from '../../../ui/Remaining.tsx';
import { TextareaField } from '../../../ui/TextareaField.tsx';
import { sendReport } from '../api/mutations.ts';
import { REASONS } from '../reasons.ts';

/** Something that can be reported, and its author. */
export interface Reportable {
  type: ReportTarget;
  id: string;
  author: UserCard;
}

/** Props of {@link ReportDialog}. */
export interface ReportDialogProps {
  target: Reportable;
  onClose: () => void;
  /** Called once the report is sent. */
  onSent?: (() => void) | undefined;
  /** Called when the user blocked the author after the report. */
  onBlocked: (userId: string) => void;
}

const NOUNS: Record<ReportTarget, string> = {
  post: 'this post',
  comment: 'this comment',
  user: 'this member',
  advertisement: 'this advertisement',
};

/** Asks for the reason, sends the report, then offers to block the author. */
export function ReportDialog(props: ReportDialogProps) {
  const [isSent, setIsSent] = useState(false);
  const onSent = (): void => {
    setIsSent(true);
    props.onSent?.();
  };
  return isSent ? <AfterReport {...props} /> : <ReportForm {...props} onSent={onSent} />;
}

function ReportForm({ target, onClose, onSent }: ReportDialogProps & { onSent: () => void }) {
  const [reason, setReason] = useState<ReportReason>();
  const [note, setNote] = useState('');
  const [errors, setErrors] = useState<{ reason?: string; note?: string; form?: string }>({});
  const [isSending, setIsSending] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const formId = useId();
  const send = async (): Promise<void> => {
    if (isSending) return;
    const problems = problemsOf(reason, note);
    setErrors(problems);
    if (reason === undefined || Object.keys(problems).length > 0) return;
    setIsSending(true);
    try {
      await sendReport(
        { targetType: target.type, targetId: target.id, reason, ...(note.trim() !== '' && { note: note.trim() }) },
        `${key}-${reason}`,
      );
      onSent();
    } catch (failed) {
      setErrors({ form: describeFailure(failed).message });
      setIsSending(false);
    }
  };
  return (
    <Dialog
      onClose={onClose}
      title={`Report ${NOUNS[target.type]}`}
      description={`The operators of this Lyceum will review it. ${target.author.fullName} won't see who reported it.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isLoading={isSending}>
            Send report
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <RadioCards
          label="What is wrong?"
          options={REASONS}
          value={reason}
          onChange={setReason}
          error={errors.reason}
        />
        <TextareaField
          label="Anything to add"
          isOptional={reason !== 'other'}
          error={errors.note ?? errors.form}
          hint={<Remaining text={note} maxChars={REPORT_LIMITS.noteMaxChars} />}
          dir="auto"
          rows={3}
          value={note}
          onChange={setNote}
        />
      </form>
    </Dialog>
  );
}

function problemsOf(reason: ReportReason | undefined, note: string): { reason?: string; note?: string } {
  const max = REPORT_LIMITS.noteMaxChars;
  if (reason === undefined) return { reason: 'Choose a reason' };
  if (note.trim().length > max) return { note: `A note has at most ${max.toLocaleString()} characters` };
  return reason === 'other' && note.trim() === '' ? { note: 'Describe in a few words what is wrong' } : {};
}

function AfterReport({ target, onClose, onBlocked }: ReportDialogProps) {
  const { mutate: block, isPending, error } = useBlock();
  const { id, fullName } = target.author;
  const run = (): void =>
    block(id, {
      onSuccess: () => {
        toast({ title: `${fullName} is blocked` });
        onBlocked(id);
        onClose();
      },
    });
  return (
    <Dialog
      size="sm"
      onClose={onClose}
      title="Thank you for your report"
      description="The operators will review it."
      footer={
        <>
          <Button variant="danger" isLoading={isPending} onClick={run}>
            Block
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <p>
        You can also block <bdi>{fullName}</bdi>: you will not see each other anywhere, and a connection between you
        ends. They will not be notified.
      </p>
      {error && (
        <p role="alert" className="mt-2 text-danger">
          {describeFailure(error).message}
        </p>
      )}
    </Dialog>
  );
}
