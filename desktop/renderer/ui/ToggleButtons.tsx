import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClasses, type ButtonSize } from './button-classes.ts';

interface ToggleButtonsProps<Value extends string> {
  /** Name of the group for screen readers. */
  label: string;
  options: readonly { value: Value; label: ReactNode; Icon?: LucideIcon }[];
  value: Value;
  size?: ButtonSize;
  className?: string;
  onChange: (value: Value) => void;
}

/** One choice out of a few as a row of buttons; the chosen one is pressed. */
export function ToggleButtons<Value extends string>(props: ToggleButtonsProps<Value>) {
  const { label, options, value, size = 'sm', className, onChange } = props;
  return (
    <div role="group" aria-label={label} className={clsx('flex flex-wrap gap-1.5', className)}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={buttonClasses(option.value === value ? 'secondary' : 'ghost', size)}
        >
          {option.Icon && <option.Icon className="size-4" />}
          <span className="contents">{option.label}</span>
        </button>
      ))}
    </div>
  );
}
