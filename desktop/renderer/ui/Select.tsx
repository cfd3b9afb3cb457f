import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { CONTROL_CLASSES } from './button-classes.ts';

/** One choice of a {@link Select}. */
interface SelectOption<Value extends string> {
  value: Value;
  label: string;
}

/** All props of a native select, with options instead of children. */
export interface SelectProps<Value extends string> extends Omit<
  ComponentProps<'select'>,
  'value' | 'onChange' | 'children'
> {
  value: Value;
  options: readonly SelectOption<Value>[];
  onChange: (value: Value) => void;
}

/** A native select. */
export function Select<Value extends string>({ value, options, onChange, className, ...rest }: SelectProps<Value>) {
  return (
    <span className={clsx('relative block', className)}>
      <select
        {...rest}
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
        className={clsx(CONTROL_CLASSES, 'h-9 appearance-none pe-9')}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute end-3 top-1/2 size-4 -translate-y-1/2 text-text-muted" />
    </span>
  );
}
