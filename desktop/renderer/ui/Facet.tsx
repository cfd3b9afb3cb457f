import clsx from 'clsx';
import { useId, useState } from 'react';
import { Count } from './Count.tsx';
import { Name } from './Name.tsx';

/** Number of values of a facet that are shown at first. */
const SHOWN = 6;

/** One value of a {@link Facet}. */
export interface FacetOption {
  value: string;
  label: string;
  /** Number of results; nothing is shown without one. */
  count?: number | undefined;
}

interface FacetProps {
  legend: string;
  options: readonly FacetOption[];
  value: string | undefined;
  /** Label of a chosen value that is not among the options; the value itself when undefined. */
  unknown?: string;
  onChange: (value: string | undefined) => void;
}

/** One filter as a fieldset of radio buttons: any value, or one of the options. */
export function Facet({ legend, options, value, unknown, onChange }: FacetProps) {
  const name = useId();
  const [isWhole, setIsWhole] = useState(false);
  const isChosen = (option: FacetOption): boolean =>
    value !== undefined && option.value.toLowerCase() === value.toLowerCase();
  const isKnown = value === undefined || options.some(isChosen);
  const all = isKnown ? options : [{ value, label: unknown ?? value }, ...options];
  if (all.length === 0) return null;
  const shown = isWhole ? all : all.filter((option, index) => index < SHOWN || isChosen(option));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      <FacetChoice name={name} label="Any" isChosen={value === undefined} onChoose={() => onChange(undefined)} />
      {shown.map((option) => (
        <FacetChoice
          key={option.value}
          name={name}
          label={option.label}
          count={option.count}
          isChosen={isChosen(option) || (!isKnown && option.value === value)}
          onChoose={() => onChange(option.value)}
        />
      ))}
      {all.length > shown.length && (
        <button
          type="button"
          onClick={() => setIsWhole(true)}
          className="mt-1 rounded-sm text-small font-medium text-accent-text hover:underline"
        >
          <span>{`Show all ${all.length}`}</span>
          <span className="sr-only">{` of ${legend}`}</span>
        </button>
      )}
    </fieldset>
  );
}

function FacetChoice({
  name,
  label,
  count,
  isChosen,
  onChoose,
}: {
  name: string;
  label: string;
  count?: number | undefined;
  isChosen: boolean;
  onChoose: () => void;
}) {
  return (
    <label
      className={clsx(
        '-mx-2 flex min-h-8 items-center gap-2 rounded-md px-2 py-1 text-small hover:bg-surface-sunken',
        isChosen && 'font-medium',
      )}
    >
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        className="size-4 shrink-0 accent-accent"
      />
      <span className="line-clamp-2 min-w-0 flex-1 leading-snug wrap-anywhere" title={label}>
        <Name>{label}</Name>
      </span>
      {count !== undefined && <Tally count={count} />}
    </label>
  );
}

/** A number of results beside a filter. */
export function Tally({ count }: { count: number }) {
  return (
    <span className="text-small font-normal text-text-muted tabular-nums">
      <Count value={count} />
    </span>
  );
}
