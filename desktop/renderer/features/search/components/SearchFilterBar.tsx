import { X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { SearchCounts, SearchSort, SearchType } from '#shared/api/search.ts';
import { SEARCH_LIMITS } from '#shared/limits.ts';
import { Button } from '../../../ui/Button.tsx';
import { buttonClasses } from '../../../ui/button-classes.ts';
import { Name } from '../../../ui/Name.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { ToggleButtons } from '../../../ui/ToggleButtons.tsx';
import { TYPE_LABELS } from '../options.tsx';
import { isComposing } from '../../../lib/page/composing.ts';

/** The filters of the results; an empty string is no filter. */
export interface ChosenFilters {
  type?: SearchType | undefined;
  author?: { id: string; fullName: string } | undefined;
  /** Days, `YYYY-MM-DD`. */
  from: string;
  to: string;
  category: string;
  sort: SearchSort;
}

interface SearchFilterBarProps {
  types: readonly SearchType[];
  counts: SearchCounts | null;
  chosen: ChosenFilters;
  onChoose: (chosen: ChosenFilters) => void;
}

const SORTS: readonly { value: SearchSort; label: string }[] = [
  { value: 'relevance', label: 'Best match' },
  { value: 'new', label: 'Newest first' },
];

/** Formats a count; the largest countable number has a plus sign. */
function countText(count: number): string {
  return count >= SEARCH_LIMITS.countMax ? `${String(SEARCH_LIMITS.countMax)}+` : String(count);
}

/** Filters for type and order and, behind a button, date, category and author. */
export function SearchFilterBar({ types, counts, chosen, onChoose }: SearchFilterBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-2">
        {types.length > 1 && (
          <ToggleButtons
            label="Type"
            options={[
              { value: 'all', label: 'All' },
              ...types.map((type) => ({ value: type, label: typeLabel(type, counts?.[type]) })),
            ]}
            value={chosen.type ?? 'all'}
            onChange={(type) => onChoose({ ...chosen, type: type === 'all' ? undefined : type })}
          />
        )}
        <span className="ms-auto flex items-center gap-2">
          <Button size="sm" variant="ghost" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            More filters
          </Button>
          <Select
            aria-label="Order"
            className="w-36"
            value={chosen.sort}
            options={SORTS}
            onChange={(sort) => onChoose({ ...chosen, sort })}
          />
        </span>
      </div>
      {isOpen && (
        <div className="grid gap-3 sm:grid-cols-3">
          <TextField
            label="From"
            type="date"
            value={chosen.from}
            max={chosen.to || undefined}
            onChange={(value) => onChoose({ ...chosen, from: value })}
          />
          <TextField
            label="To"
            type="date"
            value={chosen.to}
            min={chosen.from || undefined}
            onChange={(value) => onChoose({ ...chosen, to: value })}
          />
          <CategoryField
            key={chosen.category}
            category={chosen.category}
            onChoose={(category) => onChoose({ ...chosen, category })}
          />
        </div>
      )}
      <Chosen chosen={chosen} onChoose={onChoose} />
    </div>
  );
}

/** Applies the category on Enter or blur, not at each key. */
function CategoryField({ category, onChoose }: { category: string; onChoose: (category: string) => void }) {
  const [text, setText] = useState(category);
  return (
    <TextField
      label="Course category"
      value={text}
      maxLength={SEARCH_LIMITS.categoryMaxChars}
      onChange={setText}
      onBlur={() => text !== category && onChoose(text)}
      onKeyDown={(event) => event.key === 'Enter' && !isComposing(event) && text !== category && onChoose(text)}
    />
  );
}

function typeLabel(type: SearchType, count: number | undefined): ReactNode {
  return (
    <>
      <span>{TYPE_LABELS[type].many}</span>
      {count !== undefined && <span className="text-text-muted tabular-nums">{countText(count)}</span>}
    </>
  );
}

function Chosen({ chosen, onChoose }: Pick<SearchFilterBarProps, 'chosen' | 'onChoose'>) {
  const { author, category } = chosen;
  if (author === undefined && category === '') return null;
  return (
    <div className="flex flex-wrap gap-2">
      {author !== undefined && (
        <Chip label={`By ${author.fullName}`} onRemove={() => onChoose({ ...chosen, author: undefined })} />
      )}
      {category !== '' && (
        <Chip label={`Category: ${category}`} onRemove={() => onChoose({ ...chosen, category: '' })} />
      )}
    </div>
  );
}

function Chip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      onClick={onRemove}
      aria-label={`Remove filter: ${label}`}
      className={buttonClasses('secondary', 'sm')}
    >
      <Name>{label}</Name>
      <X className="size-3.5" />
    </button>
  );
}
