import { Keyboard, LogOut, Settings, UserRound } from 'lucide-react';
import { use } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Role } from '#shared/api/endpoint.ts';
import type { Appearance } from '../../styles/appearance.ts';
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx';
import type { MenuProps } from '../../ui/Menu.tsx';
import { Name } from '../../ui/Name.tsx';
import { ShellContext } from '../desktop/shell-context.ts';
import { AppearanceMenu } from './AppearanceMenu.tsx';
import type { Place } from './navigation.ts';

/** The signed-in member as the layout shows them. */
interface ShellUser {
  id: string;
  fullName: string;
  username: string;
  role: Role;
  email: string;
  profileImage?: string | null | undefined;
}

/** The signed-in member and the actions of their menu. */
export interface MemberProps {
  user: ShellUser;
  appearance: Appearance;
  onAppearanceChange: (appearance: Appearance) => void;
  onShortcuts: () => void;
  onSignOut: () => void;
}

interface MemberMenuProps extends MemberProps {
  trigger: MenuProps['trigger'];
  side: 'top' | 'right';
  align: 'start' | 'end';
  /** Pages that have no room elsewhere. */
  extraPlaces?: readonly Place[] | undefined;
}

/** The member's menu: account, further pages, appearance and log out. */
export function MemberMenu(props: MemberMenuProps) {
  const {
    user,
    appearance,
    onAppearanceChange,
    onShortcuts,
    onSignOut,
    trigger,
    side,
    align,
    extraPlaces = [],
  } = props;
  const navigate = useNavigate();
  const accountItems = use(ShellContext)?.accountItems;
  const goTo = (path: string) => (): void => void navigate(path);
  return (
    <Menu trigger={trigger} side={side} align={align}>
      <div className="px-2 pt-1.5 pb-2">
        <Name className="block truncate text-left font-medium">{user.fullName}</Name>
        <span className="block truncate text-small text-text-muted">{user.email}</span>
      </div>
      <MenuSeparator />
      {accountItems}
      {extraPlaces.map(({ path, label, icon: Icon }) => (
        <MenuItem key={path} icon={<Icon />} onSelect={goTo(path)}>
          {label}
        </MenuItem>
      ))}
      {user.role === 'creator' ? (
        <MenuItem icon={<Settings />} onSelect={goTo('/library?settings=account')}>
          Settings
        </MenuItem>
      ) : (
        <MenuItem icon={<UserRound />} onSelect={goTo('/profile')}>
          Your profile
        </MenuItem>
      )}
      <MenuItem icon={<Keyboard />} shortcut="?" onSelect={onShortcuts}>
        Keyboard shortcuts
      </MenuItem>
      <MenuSeparator />
      <AppearanceMenu appearance={appearance} onChange={onAppearanceChange} />
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={onSignOut}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
