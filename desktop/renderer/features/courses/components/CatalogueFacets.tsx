import { useCallback, useId } from 'react';
import { CONTENT_TYPES, COURSE_CATEGORIES, type CourseMetaView } from '#shared/api/courses.ts';
import { ROLES } from '#shared/api/endpoint.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { highestPrice } from '#shared/price-limits.ts';
import { useSearchText } from '../../../lib/page/use-search-text.ts';
import { Facet } from '../../../ui/Facet.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { ROLE_NAMES } from '../../users/user-text.ts';
import { CONTENT_TYPES as TYPE_TEXTS } from '../content-types.ts';
import { changeFilter, type CatalogueFilter } from '../filters.ts';
import { formatPrice, parsePrice, priceTextOf } from '../price.ts';

interface CatalogueFacetsProps {
  /** Undefined while it loads; the filters can be used without its numbers. */
  meta: CourseMetaView | undefined;
  filter: CatalogueFilter;
  onFilter: (filter: CatalogueFilter) => void;
}

type Change = Parameters<typeof changeFilter>[1];

/** The filters of the catalogue; types and subjects with their numbers of items. */
export function CatalogueFacets({ meta, filter, onFilter }: CatalogueFacetsProps) {
  const set = useCallback((change: Change) => onFilter(changeFilter(filter, change)), [filter, onFilter]);
  const countOf = (counts: readonly { value: string; count: number }[] | undefined, value: string) =>
    counts && (counts.find((one) => one.value === value)?.count ?? 0);
  const subjects = COURSE_CATEGORIES.filter(
    (value) => meta === undefined || value === filter.category || (countOf(meta.categories, value) ?? 0) > 0,
  );
  return (
    <div className="space-y-6">
      <Facet
        legend="Type"
        options={CONTENT_TYPES.map((value) => ({
          value,
          label: TYPE_TEXTS[value].label,
          count: countOf(meta?.contentTypes, value),
        }))}
        value={filter.contentType}
        onChange={(contentType) => set({ contentType: contentType as CatalogueFilter['contentType'] })}
      />
      <Facet
        legend="Subject"
        options={subjects.map((value) => ({ value, label: value, count: countOf(meta?.categories, value) }))}
        value={filter.category}
        onChange={(category) => set({ category: category as CatalogueFilter['category'] })}
      />
      <Facet
        legend="Price"
        options={PRICES}
        value={filter.price}
        onChange={(price) =>
          set({
            price: price as CatalogueFilter['price'],
            // A free item has no price within a range.
            ...(price === 'free' && { min: undefined, max: undefined }),
          })
        }
      />
      {filter.price !== 'free' && <PriceRange currency={meta?.currency ?? 'USD'} filter={filter} onChange={set} />}
      <Facet
        legend="Author"
        options={ROLES.map((value) => ({ value, label: ROLE_NAMES[value] }))}
        value={filter.authorRole}
        onChange={(authorRole) => set({ authorRole: authorRole as CatalogueFilter['authorRole'] })}
      />
      <Institution filter={filter} onChange={set} />
    </div>
  );
}

const PRICES = [
  { value: 'free', label: 'Free' },
  { value: 'paid', label: 'Paid' },
];

interface PartProps {
  filter: CatalogueFilter;
  onChange: (change: Change) => void;
}

function Institution({ filter, onChange }: PartProps) {
  const id = useId();
  const apply = useCallback((institution: string) => onChange({ institution }), [onChange]);
  const [text, setText] = useSearchText(filter.institution ?? '', apply);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">Institution</legend>
      <TextInput
        id={id}
        dir="auto"
        aria-label="Institution of the author"
        maxLength={COURSE_LIMITS.institutionMaxChars}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </fieldset>
  );
}

/** The lowest and the highest price, in whole units of the currency. */
function PriceRange({ currency, filter, onChange }: PartProps & { currency: string }) {
  const errorId = useId();
  const written = (price: number | undefined) => (price === undefined ? '' : priceTextOf(price, currency));
  const apply = useCallback(
    (field: 'min' | 'max', text: string) => {
      const price = text === '' ? undefined : parsePrice(text, currency);
      const range = { min: filter.min, max: filter.max, [field]: price };
      const most = highestPrice(currency);
      if (price === null || (price ?? 0) > most) return;
      if ((range.min ?? 0) <= (range.max ?? most)) onChange({ [field]: price });
    },
    [currency, filter.min, filter.max, onChange],
  );
  const applyMin = useCallback((text: string) => apply('min', text), [apply]);
  const applyMax = useCallback((text: string) => apply('max', text), [apply]);
  const [min, setMin] = useSearchText(written(filter.min), applyMin);
  const [max, setMax] = useSearchText(written(filter.max), applyMax);
  const problem = problemOf(min.trim(), max.trim(), currency);
  const field = (label: string, value: string, onText: (text: string) => void) => (
    <label className="min-w-0 flex-1 text-small text-text-muted">
      <span>{label}</span>
      <TextInput
        inputMode="decimal"
        value={value}
        aria-invalid={problem === null ? undefined : true}
        aria-describedby={problem === null ? undefined : errorId}
        onChange={(event) => onText(event.target.value)}
      />
    </label>
  );
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{`Price range in ${currency}`}</legend>
      <div className="flex gap-2">
        {field('From', min, setMin)}
        {field('To', max, setMax)}
      </div>
      <p id={errorId} role="status" className="mt-1 text-small text-danger empty:hidden">
        {problem}
      </p>
    </fieldset>
  );
}

/** Returns what is wrong with a price range that is being typed; null when it can be applied. */
function problemOf(minText: string, maxText: string, currency: string): string | null {
  const min = minText === '' ? 0 : parsePrice(minText, currency);
  const most = highestPrice(currency);
  const max = maxText === '' ? most : parsePrice(maxText, currency);
  if (min === null || max === null) return 'Write a price, such as 20.';
  if (Math.max(min, max) > most) return `The highest price is ${formatPrice(most, currency)}.`;
  return min > max ? 'The highest price must not be below the lowest.' : null;
}
