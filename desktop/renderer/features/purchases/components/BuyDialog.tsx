import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CourseView } from '#shared/api/courses.ts';
import { formatAmount } from '#shared/money.ts';
import { ApiError } from '../../../lib/http/errors.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Name } from '../../../ui/Name.tsx';
import { useStartPurchase } from '../api/mutations.ts';
import { openPayment } from '../open-payment.ts';
import { refundRule, TEST_NOTE } from '../purchase-text.ts';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

interface BuyDialogProps {
  course: CourseView;
  isTest: boolean;
  refundDays: number;
  onClose: () => void;
}

/** The summary of an order. When the price changes meanwhile, it says so and asks again. */
export function BuyDialog({ course, isTest, refundDays, onClose }: BuyDialogProps) {
  const navigate = useNavigate();
  const { title, price, currency, author } = course;
  const [seen] = useState({ price, currency });
  const { mutate, isPending, error } = useStartPurchase(course.id);
  const amount = formatAmount(price, currency, OWN_LOCALE);
  const hasChanged = price !== seen.price || currency !== seen.currency;
  const submit = (): void =>
    mutate(
      { expectedPrice: price, expectedCurrency: currency },
      {
        onSuccess: ({ next, purchase }) => {
          onClose();
          openPayment({ next, purchaseId: purchase.id }, (path) => void navigate(path));
        },
      },
    );
  return (
    <FormDialog
      title={isTest ? 'Your order (test payment)' : 'Your order'}
      description={isTest ? `${TEST_NOTE} The next page asks how the payment ends.` : 'You pay on the next page.'}
      size="sm"
      submitLabel={`Continue to pay ${amount}`}
      isSubmitting={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <dl className="divide-y divide-border rounded-md border border-border">
        <Line label="Item">
          <bdi className="font-medium">{title}</bdi>
        </Line>
        <Line label="Seller">
          <Name>{author.fullName}</Name>
        </Line>
        <Line label="Total">
          <span className="font-semibold tabular-nums">{amount}</span>
        </Line>
      </dl>
      <p className="text-small text-text-muted">{refundRule(refundDays)}</p>
      <div role="alert" className="empty:hidden">
        {hasChanged && (
          <p className="font-medium">
            {`The price has changed from ${formatAmount(seen.price, seen.currency, OWN_LOCALE)} ` +
              `to ${amount}. Nothing was charged.`}
          </p>
        )}
        {error && !(hasChanged && isPriceChange(error)) && (
          <p className="text-danger">{describeFailure(error).message}</p>
        )}
      </div>
    </FormDialog>
  );
}

function isPriceChange(error: Error): boolean {
  return error instanceof ApiError && error.code === 'PRICE_CHANGED';
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 px-3.5 py-2.5">
      <dt className="text-text-muted">{label}</dt>
      <dd className="min-w-0 text-end wrap-anywhere">{children}</dd>
    </div>
  );
}
