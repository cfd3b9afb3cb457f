import clsx from 'clsx';
import { Star } from 'lucide-react';
import { OWN_LOCALE } from '../lib/page/own-locale.ts';

const STARS = [1, 2, 3, 4, 5] as const;

/** Shows a rating of 1 to 5 stars; the last star is filled by its share. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span className="relative inline-flex shrink-0">
      <span className="sr-only">{`${rating.toLocaleString(OWN_LOCALE, { maximumFractionDigits: 2 })} of 5 stars`}</span>
      <StarRow className="text-border-strong" />
      <span
        className="absolute inset-y-0 start-0 overflow-hidden"
        style={{ width: `${String(Math.round((rating / STARS.length) * 1_000) / 10)}%` }}
      >
        <StarRow className="w-max text-warning [&_svg]:fill-current" />
      </span>
    </span>
  );
}

function StarRow({ className }: { className: string }) {
  return (
    <span aria-hidden="true" className={clsx('flex', className)}>
      {STARS.map((star) => (
        <Star key={star} className="size-4 shrink-0" />
      ))}
    </span>
  );
}

interface StarsFieldProps {
  label: string;
  /** Undefined when nothing is chosen. */
  value: number | undefined;
  onChange: (value: number) => void;
  error?: string | undefined;
}

/** A choice of 1 to 5 stars; arrow keys move it. */
export function StarsField({ label, value = 0, onChange, error }: StarsFieldProps) {
  return (
    <fieldset>
      <legend className="font-medium">{label}</legend>
      <div className="mt-1.5 flex">
        {STARS.map((star) => (
          <label
            key={star}
            className="cursor-pointer rounded-sm p-1 has-focus-visible:outline-2 has-focus-visible:outline-focus-ring"
          >
            <input
              type="radio"
              name="stars"
              className="sr-only"
              checked={value === star}
              onChange={() => onChange(star)}
              aria-label={star === 1 ? '1 star' : `${String(star)} stars`}
            />
            <Star
              aria-hidden="true"
              className={clsx('size-7', star <= value ? 'fill-current text-warning' : 'text-border-strong')}
            />
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" className="mt-1 text-small text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
