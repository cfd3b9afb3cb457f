import { useQuery } from '@tanstack/react-query';
import { highestPrice, isPriceAllowed, leastPrice } from '#shared/price-limits.ts';
import type { FieldErrors } from '../../../../lib/page/form.ts';
import { RadioCards } from '../../../../ui/RadioCards.tsx';
import { TextField } from '../../../../ui/TextField.tsx';
import { courseMetaQuery } from '../../api/queries.ts';
import { formatPrice } from '../../price.ts';
import { priceOf } from './item-form.ts';
import { StepForm } from './StepForm.tsx';
import { useSaveStep, type FormStepProps } from './use-save-step.ts';

const FIELDS = ['isPaid', 'price'] as const;
const OPTIONS = [
  { value: 'free', title: 'Free', text: 'Everyone can enroll.' },
  { value: 'paid', title: 'Paid', text: 'You set one price.' },
] as const;

/** The price of an own item. Students publish free items. */
export function PriceStep({ course, form, errors: refused, canSell }: FormStepProps & { canSell: boolean }) {
  const { data: meta } = useQuery(courseMetaQuery);
  const currency = meta?.currency ?? course.currency;
  const draft = form.values;
  const check = (): FieldErrors => {
    const price = priceOf(draft, currency);
    if (price === null) return { price: 'Write a price such as 12 or 12.50' };
    if (draft.isPaid && price === 0) return { price: 'Write a price above 0, or choose Free' };
    if (isPriceAllowed(price, currency)) return {};
    const [word, limit] = price < leastPrice(currency) ? ['lowest', leastPrice] : ['highest', highestPrice];
    return { price: `The ${word} price is ${formatPrice(limit(currency), currency)}` };
  };
  const { errors, isSaving, save, submitLabel, conflict } = useSaveStep({
    course,
    form,
    step: 'price',
    fields: FIELDS,
    check,
  });
  const all = { ...refused, ...errors };
  return (
    <StepForm
      idPrefix="item"
      errors={all}
      submitLabel={submitLabel}
      isSaving={isSaving}
      conflict={conflict}
      onDiscard={form.isRestored ? form.discard : undefined}
      onSubmit={save}
    >
      {canSell ? (
        <>
          <RadioCards
            label="Price"
            id="item-forSale"
            options={OPTIONS}
            value={draft.isPaid ? 'paid' : 'free'}
            error={all['forSale']}
            onChange={(value) => form.change({ isPaid: value === 'paid' })}
          />
          {draft.isPaid && (
            <TextField
              id="item-price"
              label={`Price in ${currency}`}
              hint="Learners who have the item keep it when you change the price."
              error={all['price']}
              inputMode="decimal"
              autoComplete="off"
              className="max-w-40"
              value={draft.price}
              onChange={(price) => form.change({ price })}
            />
          )}
        </>
      ) : (
        <p id="item-price" tabIndex={-1}>
          <span className="font-medium">Free.</span> Students publish free items, so this price is fixed.
        </p>
      )}
    </StepForm>
  );
}
