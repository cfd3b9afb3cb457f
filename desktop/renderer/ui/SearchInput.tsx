import clsx from 'clsx';
import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { TextInput } from './TextInput.tsx';

interface SearchInputProps extends Omit<ComponentProps<'input'>, 'aria-label' | 'type' | 'onChange'> {
  /** Accessible name; also the placeholder unless there is another. */
  label: string;
  onChange: (text: string) => void;
}

/** A line of text to search for, with a magnifying glass; `className` is that of its frame. */
export function SearchInput({ label, onChange, className, ...input }: SearchInputProps) {
  return (
    <div className={clsx('relative', className)}>
      <Search className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2 text-text-muted" />
      <TextInput
        placeholder={label}
        dir="auto"
        {...input}
        type="search"
        aria-label={label}
        className="ps-9"
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
