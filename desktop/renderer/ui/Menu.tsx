import clsx from 'clsx';
import { Check, ChevronRight } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

const PANEL_CLASSES =
  'z-50 min-w-48 max-w-72 animate-rise rounded-md border border-border bg-surface-raised p-1 shadow-overlay';
const ITEM_CLASSES =
  'flex min-h-8 w-full cursor-default items-center gap-2.5 rounded-sm px-2 py-1 text-start outline-none select-none data-[disabled]:opacity-50 data-[highlighted]:bg-surface-sunken';

/** Props of {@link Menu}. */
export interface MenuProps {
  /** One button; it gets the menu's ARIA attributes. */
  trigger: ReactElement;
  children: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
}

/** A menu that drops from a button; arrow keys move, letters jump, Escape closes. */
export function Menu({ trigger, children, side = 'bottom', align = 'end' }: MenuProps) {
  return (
    // A modal menu would hide the page from screen readers and write a style element, which the CSP refuses.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content side={side} align={align} sideOffset={6} collisionPadding={8} className={PANEL_CLASSES}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Props of {@link MenuItem}. */
export interface MenuItemProps {
  icon?: ReactNode;
  children: ReactNode;
  onSelect: () => void;
  isDanger?: boolean | undefined;
  isDisabled?: boolean | undefined;
  /** Keys that do the same, as shown to the member. */
  shortcut?: string | undefined;
}

/** One action of a menu. */
export function MenuItem({ icon, children, onSelect, isDanger = false, isDisabled = false, shortcut }: MenuItemProps) {
  return (
    <DropdownMenu.Item disabled={isDisabled} onSelect={onSelect} className={clsx(ITEM_CLASSES, isDanger && 'text-danger')}>
      {icon !== undefined && (
        <span aria-hidden="true" className={clsx('[&>svg]:size-4', !isDanger && 'text-text-muted')}>
          {icon}
        </span>
      )}
      <span className="min-w-0 flex-1">{children}</span>
      {shortcut !== undefined && <kbd className="font-sans text-xs text-text-muted">{shortcut}</kbd>}
    </DropdownMenu.Item>
  );
}

/** A thin line between groups of a menu. */
export function MenuSeparator() {
  return <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-border" />;
}

/** A menu inside a menu, opened by its title. */
export function MenuSub({ title, icon, children }: { title: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger className={clsx(ITEM_CLASSES, 'data-[state=open]:bg-surface-sunken')}>
        {icon !== undefined && (
          <span aria-hidden="true" className="text-text-muted [&>svg]:size-4">
            {icon}
          </span>
        )}
        <span className="flex-1">{title}</span>
        <ChevronRight aria-hidden="true" className="size-4 text-text-muted rtl:rotate-180" />
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal>
        <DropdownMenu.SubContent sideOffset={6} collisionPadding={8} className={PANEL_CLASSES}>
          {children}
        </DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  );
}

/** One choice of a {@link MenuRadioGroup}. */
export interface MenuRadioOption<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
}

/** Props of {@link MenuRadioGroup}. */
export interface MenuRadioGroupProps<Value extends string> {
  value: Value;
  options: readonly MenuRadioOption<Value>[];
  onChange: (value: Value) => void;
}

/** One choice out of a few inside a menu; choosing leaves the menu open, so that the effect can be judged. */
export function MenuRadioGroup<Value extends string>({ value, options, onChange }: MenuRadioGroupProps<Value>) {
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={(next) => onChange(next as Value)}>
      {options.map((option) => (
        <DropdownMenu.RadioItem
          key={option.value}
          value={option.value}
          onSelect={(event) => event.preventDefault()}
          className={ITEM_CLASSES}
        >
          {option.icon !== undefined && (
            <span aria-hidden="true" className="text-text-muted [&>svg]:size-4">
              {option.icon}
            </span>
          )}
          <span className="flex-1">{option.label}</span>
          <DropdownMenu.ItemIndicator>
            <Check aria-hidden="true" className="size-4 text-accent-text" />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}
