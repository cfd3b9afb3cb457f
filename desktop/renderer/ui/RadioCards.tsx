import clsx from 'clsx';
import { RadioGroup } from 'radix-ui';
import { useId } from 'react';
import type { ReactNode } from 'react';

/** One card: its value, its title, and a text about the choice. */
interface RadioCardOption<Value extends string> {
  value: Value;
  title: string;
  text?: ReactNode;
  icon?: ReactNode;
}

interface RadioCardsProps<Value extends string> {
  /** Name of the group, shown above it. */
  label: string;
  options: readonly RadioCardOption<Value>[];
  /** Undefined when nothing is chosen. */
  value: Value | undefined;
  onChange: (value: Value) => void;
  error?: string | undefined;
  /** For links from an ErrorSummary. */
  id?: string | undefined;
  columns?: 1 | 2 | 3 | undefined;
}

const COLUMNS = { 1: 'grid-cols-1', 2: 'grid-cols-1 sm:grid-cols-2', 3: 'grid-cols-1 sm:grid-cols-3' };

/** A radio group whose options are cards. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { label, options, value, onChange, error, id, columns = 2 } = props;
  const ownId = useId();
  const groupId = id ?? ownId;
  const hasError = error !== undefined && error !== '';
  return (
    <div className="flex flex-col gap-1.5">
      <span id={`${groupId}-label`} className="font-medium text-text">
        {label}
      </span>
      <RadioGroup.Root
        id={groupId}
        tabIndex={-1}
        aria-labelledby={`${groupId}-label`}
        aria-describedby={hasError ? `${groupId}-error` : undefined}
        value={value ?? ''}
        onValueChange={(next) => onChange(next as Value)}
        className={clsx('grid gap-2', COLUMNS[columns])}
      >
        {options.map((option) => (
          <RadioGroup.Item
            key={option.value}
            value={option.value}
            aria-labelledby={`${groupId}-${option.value}`}
            aria-describedby={option.text === undefined ? undefined : `${groupId}-${option.value}-text`}
            className={clsx(
              'group flex items-start gap-3 rounded-md border bg-surface-raised p-3 text-start transition-colors',
              'data-[state=unchecked]:hover:border-border-strong data-[state=unchecked]:hover:bg-surface-sunken',
              'data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft data-[state=checked]:inset-ring data-[state=checked]:inset-ring-accent',
            )}
          >
            {option.icon !== undefined && (
              <span aria-hidden="true" className="mt-0.5 text-text-muted group-data-[state=checked]:text-accent-text">
                {option.icon}
              </span>
            )}
            <span className="min-w-0">
              <span id={`${groupId}-${option.value}`} className="block font-medium">
                {option.title}
              </span>
              {option.text !== undefined && (
                <span id={`${groupId}-${option.value}-text`} className="block text-small text-text-muted">
                  {option.text}
                </span>
              )}
            </span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
      {hasError && (
        <p id={`${groupId}-error`} className="text-small text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
