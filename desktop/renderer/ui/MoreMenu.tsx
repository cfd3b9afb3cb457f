import { Ellipsis } from 'lucide-react';
import type { ComponentProps } from 'react';
import { IconButton } from './IconButton.tsx';
import { Menu } from './Menu.tsx';

interface MoreMenuProps
  extends
    Pick<ComponentProps<typeof Menu>, 'align' | 'children'>,
    Pick<ComponentProps<typeof IconButton>, 'label' | 'variant' | 'size' | 'className'> {}

/** A menu behind a button with three dots. */
export function MoreMenu({ align, children, ...button }: MoreMenuProps) {
  const trigger = <IconButton {...button} hasTooltip={false} icon={<Ellipsis className="size-4" />} />;
  return (
    <Menu align={align} trigger={trigger}>
      {children}
    </Menu>
  );
}
