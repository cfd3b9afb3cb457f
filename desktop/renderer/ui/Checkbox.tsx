import { Check } from 'lucide-react';
import { Checkbox as RadixCheckbox } from 'radix-ui';
import { useId } from 'react';
import type { ReactNode } from 'react';

interface CheckboxProps {
  label: ReactNode;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

/** A checkbox followed by its label. */
export function Checkbox({ label, isChecked, onChange }: CheckboxProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <RadixCheckbox.Root
        id={id}
        checked={isChecked}
        onCheckedChange={(next) => onChange(next === true)}
        className="mt-0.5 flex size-4.5 shrink-0 items-center justify-center rounded-sm border border-border-strong bg-surface-raised text-accent-contrast data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <RadixCheckbox.Indicator>
          <Check strokeWidth={3} className="size-3.5" />
        </RadixCheckbox.Indicator>
      </RadixCheckbox.Root>
      <label htmlFor={id}>{label}</label>
    </div>
  );
}
