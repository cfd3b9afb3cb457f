import { Tabs as RadixTabs } from 'radix-ui';
import type { ReactNode } from 'react';

/** One tab: its value (as in the address), its label and its panel. */
export interface TabItem<Value extends string> {
  value: Value;
  label: ReactNode;
  content: ReactNode;
}

/** Props of {@link Tabs}. */
export interface TabsProps<Value extends string> {
  /** Name of the row of tabs for screen readers. */
  label: string;
  items: readonly TabItem<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** Stands at the end of the row: what concerns the open panel. */
  end?: ReactNode;
}

/** A row of tabs over the panel of the chosen one; arrow keys move between tabs. */
export function Tabs<Value extends string>({ label, items, value, onChange, end }: TabsProps<Value>) {
  return (
    <RadixTabs.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <div className="-mx-1 flex">
        <RadixTabs.List aria-label={label} className="flex min-w-0 flex-1 gap-1 overflow-x-auto border-b border-border px-1 pt-1">
          {items.map((item) => (
            <RadixTabs.Trigger
              key={item.value}
              value={item.value}
              className="-mb-px shrink-0 rounded-t-sm border-b-2 border-transparent px-3 py-2 font-medium text-text-muted transition-colors hover:text-text focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-text"
            >
              {item.label}
            </RadixTabs.Trigger>
          ))}
        </RadixTabs.List>
        {end && <div className="flex shrink-0 items-center border-b border-border px-1">{end}</div>}
      </div>
      {items.map((item) => (
        <RadixTabs.Content key={item.value} value={item.value} className="rounded-md pt-5">
          {item.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
