import clsx from 'clsx';
import { Check, ChevronRight } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { createContext, use, useImperativeHandle, useRef } from 'react';
import type { FocusEvent, ReactNode, Ref, RefObject } from 'react';
import { MenuPartsContext } from './menu-parts.ts';
import type { MenuItemProps, MenuParts, MenuRadioGroupProps, MenuSubProps } from './menu-parts.ts';

const PANEL_CLASSES =
  'z-50 min-w-48 max-w-72 animate-rise rounded-md border border-border bg-surface-raised p-1 shadow-overlay';
const ITEM_CLASSES =
  'flex min-h-8 w-full cursor-default items-center gap-2.5 rounded-sm px-2 py-1 text-start outline-none select-none data-[disabled]:opacity-50 data-[highlighted]:bg-surface-sunken';

/** Moves focus back to the button. */
const LeaveContext = createContext(() => undefined as void);

function Item({ icon, children, onSelect, isDanger = false, isDisabled = false, shortcut }: MenuItemProps) {
  const leave = use(LeaveContext);
  // Before the action, so that a dialog that it opens returns focus to the button.
  const select = (): void => {
    leave();
    onSelect();
  };
  return (
    <DropdownMenu.Item
      disabled={isDisabled}
      onSelect={select}
      className={clsx(ITEM_CLASSES, isDanger && 'text-danger')}
    >
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

function Separator() {
  return <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-border" />;
}

function Sub({ title, icon, children }: MenuSubProps) {
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger className={clsx(ITEM_CLASSES, 'data-[state=open]:bg-surface-sunken')}>
        {icon !== undefined && (
          <span aria-hidden="true" className="text-text-muted [&>svg]:size-4">
            {icon}
          </span>
        )}
        <span className="flex-1">{title}</span>
        <ChevronRight className="size-4 text-text-muted rtl:rotate-180" />
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal>
        <DropdownMenu.SubContent sideOffset={6} collisionPadding={8} className={PANEL_CLASSES}>
          {children}
        </DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  );
}

function RadioGroup({ value, options, onChange }: MenuRadioGroupProps<string>) {
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={onChange}>
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
            <Check className="size-4 text-accent-text" />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}

const PARTS: MenuParts = { Item, Separator, Sub, RadioGroup };

interface MenuPanelProps {
  id: string;
  /** The button that the menu opens from; its id is the name of the menu. */
  button: RefObject<HTMLButtonElement | null>;
  /** Whether the first item receives focus. */
  isByKeyboard: boolean;
  side: 'top' | 'right' | 'bottom' | 'left';
  align: 'start' | 'center' | 'end';
  onClose: () => void;
  children: ReactNode;
}

/** An open menu at its button. Focus returns to the button, unless the user clicked elsewhere. */
export function MenuPanel({ id, button, isByKeyboard, side, align, onClose, children }: MenuPanelProps) {
  const isEntering = useRef(isByKeyboard);
  const isElsewhere = useRef(false);

  // The library was not loaded yet when the key that opened the menu was pressed.
  function onFocus(event: FocusEvent<HTMLElement>): void {
    if (!isEntering.current || event.target !== event.currentTarget) return;
    isEntering.current = false;
    event.currentTarget.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])')?.focus();
  }

  return (
    // A modal menu would hide the page from screen readers and write a style element, which the CSP refuses.
    <DropdownMenu.Root open onOpenChange={(isOpen) => !isOpen && onClose()} modal={false}>
      <DropdownMenu.Trigger asChild>
        <ExistingButton button={button} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          id={id}
          aria-labelledby={button.current?.id}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onFocus={onFocus}
          onInteractOutside={() => {
            isElsewhere.current = true;
          }}
          // Radix's own reference to the button is cleared before this.
          onCloseAutoFocus={() => !isElsewhere.current && button.current?.focus()}
          className={PANEL_CLASSES}
        >
          <LeaveContext value={() => button.current?.focus()}>
            <MenuPartsContext value={PARTS}>{children}</MenuPartsContext>
          </LeaveContext>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Gives the library a button that is on the page already as the trigger; renders nothing itself. */
function ExistingButton({
  button,
  ref,
}: {
  button: RefObject<HTMLButtonElement | null>;
  ref?: Ref<HTMLButtonElement>;
}) {
  useImperativeHandle(ref, () => button.current as HTMLButtonElement, [button]);
  return null;
}
