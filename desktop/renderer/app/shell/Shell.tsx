import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { areSingleKeysOn, setSingleKeys } from '../../lib/page/shortcut-key.ts';
import { loadMenus } from '../../ui/Menu.tsx';
import { SkipLink } from '../../ui/SkipLink.tsx';
import { BottomBar } from './BottomBar.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import type { ConnectionState } from './ConnectionBanner.tsx';
import type { MemberProps } from './MemberMenu.tsx';
import { mayOpen } from './navigation.ts';
import { Rail } from './Rail.tsx';
import { loadPalette, SearchHost } from './SearchHost.tsx';
import { TopBar } from './TopBar.tsx';
import type { TopBarProps } from './TopBar.tsx';
import { loadRegions, useShortcuts } from './use-shortcuts.ts';

const ShortcutsSheet = lazy(async () => ({ default: (await import('./ShortcutsSheet.tsx')).ShortcutsSheet }));

/** When search, menus and regions are prefetched, in milliseconds after start: they work at once and offline. */
const AHEAD_MS = 3_000;

/** Props of {@link Shell}. */
export interface ShellProps extends Pick<TopBarProps, 'notifications'>, Omit<MemberProps, 'onShortcuts'> {
  connection: ConnectionState;
  onReconnect: () => void;
  /** Unread counts by path. */
  counts?: Readonly<Record<string, number>> | undefined;
  /** The page, including its h1. */
  children: ReactNode;
}

/** The layout of every signed-in page. The rail has labels from 1100 px and is a bar at the bottom below 700 px. */
export function Shell(props: ShellProps) {
  const {
    user,
    appearance,
    onAppearanceChange,
    onSignOut,
    connection,
    onReconnect,
    notifications,
    counts = {},
  } = props;
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const [isSearchOpen, setIsSearchOpen] = useState(false);
  const [areKeysOn, setAreKeysOn] = useShortcutsSwitch();
  const isWide = useMediaQuery('(min-width: 68.75rem)');
  const isBar = useMediaQuery('(max-width: 43.74rem)');
  const navigate = useNavigate();
  const onSearch = (): void => setIsSearchOpen(true);
  useEffect(() => {
    const load = (): void => void Promise.all([loadPalette(), loadMenus(), loadRegions()]).catch(() => undefined);
    const timer = setTimeout(load, AHEAD_MS);
    return () => clearTimeout(timer);
  }, []);
  useShortcuts({
    areSingleKeysOn: areKeysOn,
    onSearch,
    onGoTo: (path) => {
      if (mayOpen(user.role, path)) void navigate(path);
    },
    onHelp: () => setIsSheetOpen(true),
  });
  const member = { user, appearance, onAppearanceChange, onSignOut, onShortcuts: () => setIsSheetOpen(true) };
  return (
    <div className="flex min-h-dvh">
      <SkipLink />
      {!isBar && <Rail {...member} counts={counts} isNarrow={!isWide} />}
      <div className="flex min-w-0 flex-1 flex-col">
        <ConnectionBanner state={connection} onReconnect={onReconnect} />
        <TopBar onSearch={onSearch} notifications={notifications} />
        <main id="main" tabIndex={-1} data-region="" className="relative flex-1 outline-none max-sm:pb-16">
          {props.children}
        </main>
      </div>
      {isBar && <BottomBar {...member} counts={counts} />}
      {isSearchOpen && <SearchHost {...member} onClose={() => setIsSearchOpen(false)} />}
      {isSheetOpen && (
        <Suspense fallback={null}>
          <ShortcutsSheet
            onClose={() => setIsSheetOpen(false)}
            role={user.role}
            areSingleKeysOn={areKeysOn}
            onSingleKeysChange={setAreKeysOn}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Whether a media query matches; follows its changes. */
function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
  );
}

/** Whether single-key shortcuts are on (they are until turned off), and the setter; stored on this device. */
function useShortcutsSwitch(): [boolean, (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(areSingleKeysOn);
  const change = (next: boolean): void => {
    setIsOn(next);
    setSingleKeys(next);
  };
  return [isOn, change];
}
