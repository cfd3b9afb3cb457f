import { ShoppingCart } from 'lucide-react';
import { useState } from 'react';
import type { CourseMetaView, CourseView } from '#shared/api/courses.ts';
import { lazily } from '../../../lib/lazily.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { refundRule, TEST_NOTE } from '../purchase-text.ts';

const BuyDialog = lazily(async () => (await import('./BuyDialog.tsx')).BuyDialog);

/** Props of {@link BuyButton}. */
interface BuyButtonProps {
  course: CourseView;
  /** The price as the item page shows it. */
  price: string;
  /** How this server takes payments. */
  meta: Pick<CourseMetaView, 'payments' | 'refundDays'>;
}

/** Buys an item, after a summary of the order; says so where nothing can be bought. */
export function BuyButton({ course, price, meta }: BuyButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (!course.forSale) return <Sentence>This item is not for sale at present.</Sentence>;
  if (meta.payments === null) return <Sentence>Nothing can be bought on this server: payments are off.</Sentence>;
  return (
    <>
      <Button variant="primary" onClick={() => setIsOpen(true)}>
        <ShoppingCart className="size-4" />
        <span>{`Buy for ${price}`}</span>
      </Button>
      <p className="order-last w-full text-small text-text-muted">
        {meta.payments === 'test' && (
          <>
            <Badge tone="warning">Test payment</Badge> <span>{TEST_NOTE}</span>{' '}
          </>
        )}
        <span>{refundRule(meta.refundDays)}</span>
      </p>
      {isOpen && (
        <BuyDialog
          course={course}
          isTest={meta.payments === 'test'}
          refundDays={meta.refundDays}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

function Sentence({ children }: { children: string }) {
  return <p className="w-full text-text-muted">{children}</p>;
}
