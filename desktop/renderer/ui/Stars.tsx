import clsx from 'clsx';
import { Star } from 'lucide-react';

const STARS = [1, 2, 3, 4, 5] as const;

/** Shows a rating of 1 to 5 stars, rounded to whole ones; the text for screen readers is exact. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span className="inline-flex shrink-0">
      <span className="sr-only">{`${String(rating)} of 5 stars`}</span>
      {STARS.map((star) => (
        <Star
          key={star}
          aria-hidden="true"
          className={clsx('size-4', star <= Math.round(rating) ? 'fill-current text-warning' : 'text-border-strong')}
        />
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
