import { cloneElement, lazy, Suspense, useId, useRef, useState } from 'react';
import type { ComponentProps, KeyboardEvent, PointerEvent, ReactElement, ReactNode } from 'react';
import { useMenuParts } from './menu-parts.ts';
import type { MenuItemProps, MenuRadioGroupProps, MenuSubProps } from './menu-parts.ts';

/** Loads the code of all menus, so that a menu opens at once and offline. */
export const loadMenus = async () => ({ default: (await import('./MenuPanel.tsx')).MenuPanel });
const MenuPanel = lazy(loadMenus);

/** Props of {@link Menu}. */
export interface MenuProps {
  /** One button; receives the ARIA attributes of the menu. */
  trigger: ReactElement<ComponentProps<'button'>>;
  children: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
}

const OPENING_KEYS = new Set(['Enter', ' ', 'ArrowDown']);

/**
 * A menu that opens from a button: arrow keys move, letters jump, Escape closes. The code of the panel loads with the
 * first menu that opens; the button stays the same element.
 */
export function Menu({ trigger, children, side = 'bottom', align = 'end' }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<{ byKeyboard: boolean } | null>(null);
  const id = useId();

  function onPointerDown(event: PointerEvent<HTMLButtonElement>): void {
    trigger.props.onPointerDown?.(event);
    if (event.button !== 0 || event.ctrlKey) return;
    // Otherwise the button receives focus after the menu.
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

/** One choice out of a few inside a menu; the menu stays open, so that the effect is visible. */
export function MenuRadioGroup<Value extends string>({ value, options, onChange }: MenuRadioGroupProps<Value>) {
  const { RadioGroup } = useMenuParts();
  return <RadioGroup value={value} options={options} onChange={(next) => onChange(next as Value)} />;
}
