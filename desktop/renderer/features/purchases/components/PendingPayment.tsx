import { useNavigate } from 'react-router-dom';
import type { PurchaseView } from '#shared/api/purchases.ts';
import { formatAmount } from '#shared/money.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { Button } from '../../../ui/Button.tsx';
import { useFinishTestPayment, useStartPurchase } from '../api/mutations.ts';
import { openPayment } from '../open-payment.ts';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

/** The buttons that end or continue a payment. */
export function PendingPayment({ purchase }: { purchase: PurchaseView }) {
  if (purchase.provider === 'test') return <TestPayment purchase={purchase} />;
  if (purchase.isSubmitted || purchase.courseId === null) return null;
  return <ContinueToPay purchase={purchase} courseId={purchase.courseId} />;
}

function TestPayment({ purchase: { id, amount, currency } }: { purchase: PurchaseView }) {
  const { mutate, isPending, variables } = useFinishTestPayment(id);
  const end = (outcome: 'paid' | 'failed'): void => {
    if (!isPending) mutate(outcome);
  };
  return (
    <>
      <Button
        variant="primary"
        isLoading={isPending && variables === 'paid'}
        onClick={() => end('paid')}
      >{`Pay ${formatAmount(amount, currency, OWN_LOCALE)} (test)`}</Button>
      <Button isLoading={isPending && variables === 'failed'} onClick={() => end('failed')}>
        Let the payment fail
      </Button>
    </>
  );
}

/** Opens the page of the provider again, which is the same one while it is open. */
function ContinueToPay({ purchase, courseId }: { purchase: PurchaseView; courseId: string }) {
  const navigate = useNavigate();
  const { mutate, isPending, error } = useStartPurchase(courseId);
  const { amount: expectedPrice, currency: expectedCurrency } = purchase;
  const open = (): void =>
    mutate(
      { expectedPrice, expectedCurrency },
      {
        onSuccess: ({ next, purchase: { id } }) => openPayment({ next, purchaseId: id }, (path) => void navigate(path)),
      },
    );
  return (
    <>
      <Button variant="primary" isLoading={isPending} onClick={open}>
        Continue to payment
      </Button>
      {error && (
        <p role="alert" className="order-last w-full text-danger">
          {describeFailure(error).message}
        </p>
      )}
    </>
  );
}
