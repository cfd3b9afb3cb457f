import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reportEndpoints, type CreateReportInput, type ReportReason, type ReportTarget } from '#shared/api/reports.ts';
import { REPORT_LIMITS } from '#shared/limits.ts';
import { useBlock } from '../../users/api/mutations.ts';
import type { Reportable } from '../../users/moderation.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { useFormDraft } from '../../../lib/storage/use-form-draft.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { RadioCards } from '../../../ui/RadioCards.tsx';
import { Remaining } from '../../../ui/Remaining.tsx';
import { TextareaField } from '../../../ui/TextareaField.tsx';
import { call } from '../../../lib/http/api.ts';
import { useOnce } from '../../../lib/http/use-once.ts';
import { invalidate } from '../../../lib/http/query-client.ts';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

interface ReportDialogProps {
  target: Reportable;
  onClose: () => void;
  /** Called when the user blocked the author after the report. */
  onBlocked: () => void;
}

const NOUNS: Record<ReportTarget, string> = {
  post: 'this post',
  comment: 'this comment',
  user: 'this member',
  advertisement: 'this advertisement',
  message: 'this message',
  conversation: 'this conversation',
  event: 'this event',
  course: 'this item',
  review: 'this review',
};

/** What the operators see besides the record. */
const CONTEXTS: Partial<Record<ReportTarget, string>> = {
  message: `They also see up to ${REPORT_LIMITS.contextMessages} messages before it. `,
  conversation: `They see its last ${REPORT_LIMITS.contextMessages} messages. `,
};

/** The reasons for a report, in the order they are shown. */
const REASONS: readonly { value: ReportReason; title: string; text: string }[] = [
  { value: 'spam', title: 'Spam', text: 'Unwanted advertising, scams' },
  { value: 'harassment', title: 'Harassment', text: 'Insults, threats, stalking' },
  { value: 'hate', title: 'Hate', text: 'Against people for who they are' },
  { value: 'danger', title: 'Violence or danger', text: 'Threats, self-harm' },
  { value: 'sexual', title: 'Sexual content', text: 'Nudity, advances, minors' },
  { value: 'false', title: 'False information', text: 'Harmful misinformation' },
  { value: 'impersonation', title: 'Impersonation', text: 'Pretends to be someone else' },
  { value: 'rights', title: 'Breaks someone’s rights', text: 'Copied work, private details' },
  { value: 'other', title: 'Something else', text: 'Describe it below' },
];

/**
 * Asks for the reason, sends the report, then offers to block the author. The note is stored on this device until it is
 * sent or cancelled.
 */
export function ReportDialog({ target, onClose, onBlocked }: ReportDialogProps) {
  const [reason, setReason] = useState<ReportReason>();
  const {
    values: { text },
    change,
    discard,
  } = useFormDraft(`report:${target.type}:${target.id}`, { text: '' });
  const [errors, setErrors] = useState<{ reason?: string; note?: string }>({});
  const { mutate, isPending, isSuccess, error } = useCreateReport();
  const note = text.trim();
  const send = (): void => {
    const problems = problemsOf(reason, note);
    setErrors(problems);
    if (reason === undefined || Object.keys(problems).length > 0) return;
    const body = { targetType: target.type, targetId: target.id, reason, ...(note !== '' && { note }) };
    mutate(body, { onSuccess: discard });
  };
  if (isSuccess) return <AfterReport {...{ target, onClose, onBlocked }} />;
  return (
    <FormDialog
      title={`Report ${NOUNS[target.type]}`}
      description={`The operators of this Lyceum will review it. ${CONTEXTS[target.type] ?? ''}${target.author.fullName} won't see who reported it.`}
      submitLabel="Send report"
      isSubmitting={isPending}
      onSubmit={send}
      onCancel={() => {
        discard();
        onClose();
      }}
      onClose={onClose}
    >
      <RadioCards label="What is wrong?" options={REASONS} value={reason} onChange={setReason} error={errors.reason} />
      <TextareaField
        label="Anything to add"
        isOptional={reason !== 'other'}
        error={errors.note ?? (error ? describeFailure(error).message : undefined)}
        hint={<Remaining text={text} maxChars={REPORT_LIMITS.noteMaxChars} />}
        dir="auto"
        rows={3}
        value={text}
        onChange={(next) => change({ text: next })}
      />
    </FormDialog>
  );
}

/** Sends a report; the dialog shows a failure. A reported advertisement is hidden from the user. */
function useCreateReport() {
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: (body: CreateReportInput) =>
      once(body, (options) => call(reportEndpoints.createReport, { body }, options)),
    onSuccess: (_report, { targetType }) => {
      if (targetType === 'advertisement') void invalidate(client, ['advertisements']);
    },
    meta: { action: null },
  });
}

function problemsOf(reason: ReportReason | undefined, note: string): { reason?: string; note?: string } {
  const max = REPORT_LIMITS.noteMaxChars;
  if (reason === undefined) return { reason: 'Choose a reason' };
  if (note.length > max) return { note: `A note has at most ${max.toLocaleString(OWN_LOCALE)} characters` };
  return reason === 'other' && note === '' ? { note: 'Describe in a few words what is wrong' } : {};
}

function AfterReport({ target, onClose, onBlocked }: ReportDialogProps) {
  const { mutate: block, isPending, error } = useBlock();
  const { id, fullName } = target.author;
  const run = (): void =>
    block(id, {
      onSuccess: () => {
        toast({ title: `${fullName} is blocked` });
        onBlocked();
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
