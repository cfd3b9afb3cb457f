import { createContext, use } from 'react';
import type { ComponentType, ReactNode } from 'react';

/** Props of `MenuItem`. */
export interface MenuItemProps {
  icon?: ReactNode;
  children: ReactNode;
  onSelect: () => void;
  isDanger?: boolean | undefined;
  isDisabled?: boolean | undefined;
  /** Keys that do the same, as text. */
  shortcut?: string | undefined;
}

/** Props of `MenuSub`. */
export interface MenuSubProps {
  title: string;
  icon?: ReactNode;
  children: ReactNode;
}

/** One choice of a `MenuRadioGroup`. */
interface MenuRadioOption<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
}

/** Props of `MenuRadioGroup`. */
export interface MenuRadioGroupProps<Value extends string> {
  value: Value;
  options: readonly MenuRadioOption<Value>[];
  onChange: (value: Value) => void;
}

/** The components of a menu; their code loads with the first menu that opens. */
export interface MenuParts {
  Item: ComponentType<MenuItemProps>;
  Separator: ComponentType;
  Sub: ComponentType<MenuSubProps>;
  RadioGroup: ComponentType<MenuRadioGroupProps<string>>;
}

/** The parts inside an open menu; null outside of one. */
export const MenuPartsContext = createContext<MenuParts | null>(null);

/** Returns the parts of the menu around. @throws Error outside of one. */
export function useMenuParts(): MenuParts {
  const parts = use(MenuPartsContext);
  if (parts === null) throw new Error('Menu items must be inside a Menu');
  return parts;
}
