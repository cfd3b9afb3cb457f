import { useId, useState } from 'react';
import type { PurchaseView } from '#shared/api/purchases.ts';
import { formatAmount } from '#shared/money.ts';
import { PURCHASE_LIMITS } from '#shared/limits.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { useFormDraft } from '../../../lib/storage/use-form-draft.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Remaining } from '../../../ui/Remaining.tsx';
import { TextareaField } from '../../../ui/TextareaField.tsx';
import { useRequestRefund } from '../api/mutations.ts';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

const TEXTS: Record<NonNullable<PurchaseView['refund']>, string> = {
  automatic: 'You can have your money back at once. You then lose the item and your progress in it.',
  seller: 'The seller decides about a refund. You can ask for one.',
  requested: 'You have asked for a refund. The seller decides, and you will be notified.',
  processing: 'Your refund is on its way. You keep the item until it is done.',
  declined: 'The seller has declined your request for a refund.',
};

/** How far a refund is, and the request for one; renders nothing when none is possible. */
export function RefundPart({ purchase }: { purchase: PurchaseView }) {
  const titleId = useId();
  const [isAsking, setIsAsking] = useState(false);
  const { refund } = purchase;
  if (refund === null) return null;
  const canAsk = refund === 'automatic' || refund === 'seller';
  return (
    <Card as="section" aria-labelledby={titleId} className="p-5 print:hidden">
      <h2 id={titleId} tabIndex={-1} className="font-semibold outline-none">
        Refund
      </h2>
      <p role="status" className="mt-1 max-w-[60ch] text-text-muted">
        {TEXTS[refund]}
      </p>
      {canAsk && (
        <Button className="mt-3" onClick={() => setIsAsking(true)}>
          {refund === 'automatic' ? 'Get a refund' : 'Ask for a refund'}
        </Button>
      )}
      {isAsking && canAsk && <RefundDialog purchase={purchase} onClose={() => setIsAsking(false)} />}
    </Card>
  );
}

/** Asks why, and names what a refund does. */
function RefundDialog({ purchase, onClose }: { purchase: PurchaseView; onClose: () => void }) {
  const { values, change, discard } = useFormDraft(`refund:${purchase.id}`, { text: '' });
  const { text } = values;
  const { mutate, isPending, error } = useRequestRefund(purchase.id);
  const isAutomatic = purchase.refund === 'automatic';
  const amount = formatAmount(purchase.amount, purchase.currency, OWN_LOCALE);
  const reason = text.trim();
  const isTooLong = reason.length > PURCHASE_LIMITS.reasonMaxChars;
  const send = (): void => {
    const onSuccess = (): void => {
      discard();
      onClose();
    };
    if (!isTooLong) mutate(reason === '' ? {} : { reason }, { onSuccess });
  };
  return (
    <FormDialog
      title={isAutomatic ? `Get ${amount} back?` : 'Ask for a refund'}
      description={
        isAutomatic
          ? 'You lose the item and your progress in it at once. This can’t be undone.'
          : `The seller sees your reason and decides whether you get ${amount} back.`
      }
      submitLabel={isAutomatic ? 'Get the refund' : 'Send request'}
      isSubmitting={isPending}
      onSubmit={send}
      onClose={onClose}
    >
      <TextareaField
        label="Why do you want a refund?"
        isOptional
        dir="auto"
        rows={3}
        hint={<Remaining text={text} maxChars={PURCHASE_LIMITS.reasonMaxChars} />}
        error={isTooLong ? `The reason has at most ${PURCHASE_LIMITS.reasonMaxChars} characters` : undefined}
        value={text}
        onChange={(next) => change({ text: next })}
      />
      {error && (
        <p role="alert" className="text-danger">
          {describeFailure(error).message}
        </p>
      )}
    </FormDialog>
  );
}
