import { cloneElement, lazy, Suspense, useId, useRef, useState } from 'react';
import type { ComponentProps, KeyboardEvent, PointerEvent, ReactElement, ReactNode } from 'react';
import { useMenuParts } from './menu-parts.ts';
import type { MenuItemProps, MenuRadioGroupProps, MenuSubProps } from './menu-parts.ts';

/** Fetches what every menu shares. It opens at once then, and without a connection. */
export const loadMenus = async () => ({ default: (await import('./MenuPanel.tsx')).MenuPanel });
const MenuPanel = lazy(loadMenus);

/** Props of {@link Menu}. */
export interface MenuProps {
  /** One button; it gets the menu's ARIA attributes. */
  trigger: ReactElement<ComponentProps<'button'>>;
  children: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
}

const OPENING_KEYS = new Set(['Enter', ' ', 'ArrowDown']);

/**
 * A menu that drops from a button; arrow keys move, letters jump, Escape closes. The button stays the same element:
 * only the panel comes from the library, with the first menu that opens.
 */
export function Menu({ trigger, children, side = 'bottom', align = 'end' }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<{ byKeyboard: boolean } | null>(null);
  const id = useId();

  function onPointerDown(event: PointerEvent<HTMLButtonElement>): void {
    trigger.props.onPointerDown?.(event);
    if (event.button !== 0 || event.ctrlKey) return;
    // The button would take focus after the menu did.
    if (!open) event.preventDefault();
    setOpen(open ? null : { byKeyboard: false });
  }
  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>): void {
    trigger.props.onKeyDown?.(event);
    if (!OPENING_KEYS.has(event.key)) return;
    event.preventDefault();
    setOpen(open && event.key !== 'ArrowDown' ? null : { byKeyboard: true });
  }
  const load = (): void => void loadMenus().catch(() => undefined);

  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        id: `${id}button`,
        'aria-haspopup': 'menu',
        'aria-expanded': open !== null,
        ...(open && { 'aria-controls': `${id}menu` }),
        onPointerDown,
        onKeyDown,
        onPointerEnter: load,
        onFocus: load,
      })}
      {open && (
        <Suspense fallback={null}>
          <MenuPanel
            id={`${id}menu`}
            button={button}
            isByKeyboard={open.byKeyboard}
            side={side}
            align={align}
            onClose={() => setOpen(null)}
          >
            {children}
          </MenuPanel>
        </Suspense>
      )}
    </>
  );
}

/** One action of a menu. */
export function MenuItem(props: MenuItemProps) {
  const { Item } = useMenuParts();
  return <Item {...props} />;
}

/** A thin line between groups of a menu. */
export function MenuSeparator() {
  const { Separator } = useMenuParts();
  return <Separator />;
}

/** A menu inside a menu, opened by its title. */
export function MenuSub(props: MenuSubProps) {
  const { Sub } = useMenuParts();
  return <Sub {...props} />;
}

/** One choice out of a few inside a menu; choosing leaves the menu open, so that the effect can be judged. */
export function MenuRadioGroup<Value extends string>({ value, options, onChange }: MenuRadioGroupProps<Value>) {
  const { RadioGroup } = useMenuParts();
  return <RadioGroup value={value} options={options} onChange={(next) => onChange(next as Value)} />;
}
