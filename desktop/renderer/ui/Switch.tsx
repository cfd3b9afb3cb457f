import { Switch as RadixSwitch } from 'radix-ui';
import { useId } from 'react';

interface SwitchProps {
  label: string;
  /** The effect of the setting, in one sentence. */
  text?: string | undefined;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean | undefined;
}

/** A setting that is on or off; a change takes effect at once. */
export function Switch({ label, text, isOn, onChange, isDisabled = false }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-6">
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {text !== undefined && (
          <p id={`${id}-text`} className="text-small text-text-muted">
            {text}
          </p>
        )}
      </div>
      <RadixSwitch.Root
        id={id}
        checked={isOn}
        disabled={isDisabled}
        onCheckedChange={onChange}
        aria-describedby={text === undefined ? undefined : `${id}-text`}
        className="flex h-6 w-10 shrink-0 items-center rounded-full bg-border-strong px-0.5 transition-colors data-[state=checked]:bg-accent disabled:opacity-50"
      >
        <RadixSwitch.Thumb className="size-5 rounded-full bg-accent-contrast shadow-raised transition-transform data-[state=checked]:translate-x-4 rtl:data-[state=checked]:-translate-x-4" />
      </RadixSwitch.Root>
    </div>
  );
}
