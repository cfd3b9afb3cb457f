import { CalendarPlus, Keyboard, LogOut, PenLine, SunMoon } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import type { Role } from '#shared/api/endpoint.ts';
import type { UserCard } from '#shared/api/users.ts';
import { SEARCH_TYPES } from '#shared/api/search.ts';
import { dial } from '../../features/calls/dial.ts';
import { ARTICLES } from '../../features/help/articles/index.ts';
import { searchArticles } from '../../features/help/search.ts';
import type { HelpHit, PaletteAction } from '../../features/search/options.tsx';
import { SearchPalette } from '../../features/search/components/SearchPalette.tsx';
import type { ViewState } from '../../lib/use-count-view.ts';
import type { MemberProps } from './MemberMenu.tsx';
import { placesFor } from './navigation.ts';

/** Props of {@link PaletteHost}. */
export interface PaletteHostProps extends MemberProps {
  /** What the user typed while the code was loading. */
  typed: { text: string; isSubmitted: boolean };
  onClose: () => void;
}

const FROM_SEARCH: ViewState = { source: 'search' };
const HELP_SHOWN = 3;
const NEXT_THEME = { light: 'dark', dark: 'system', system: 'light' } as const;
const THEME_LABELS = {
  light: 'Use the light theme',
  dark: 'Use the dark theme',
  system: 'Follow the theme of the system',
} as const;

/** The search dialog with the types and actions of the member's role. */
export function PaletteHost({ typed, onClose, ...member }: PaletteHostProps) {
  const navigate = useNavigate();
  const go = (path: string) => void navigate(path, { state: FROM_SEARCH });
  return (
    <SearchPalette
      typed={typed}
      types={member.user.role === 'creator' ? ['course'] : SEARCH_TYPES}
      actions={actionsFor(member, (path, state) => void navigate(path, { state }))}
      findHelp={(text) => findHelp(text, member.user.role)}
      onCall={member.user.role === 'creator' ? undefined : callByVoice}
      messagesTo={member.user.role === 'creator' ? undefined : { except: member.user.username }}
      onNavigate={go}
      onClose={onClose}
    />
  );
}

function callByVoice({ id, fullName, profileImage }: UserCard): void {
  dial({ id, name: fullName, photo: profileImage }, 'voice');
}

function findHelp(text: string, role: Role): HelpHit[] {
  const found = searchArticles(ARTICLES, { text, role }).slice(0, HELP_SHOWN);
  return found.map(({ id, title }) => ({ id, title, path: `/help?article=${id}` }));
}

function actionsFor(
  { user, appearance, onAppearanceChange, onSignOut, onShortcuts }: MemberProps,
  go: (path: string, state?: { isWriting: boolean }) => void,
): PaletteAction[] {
  const { main, foot } = placesFor(user.role);
  const theme = NEXT_THEME[appearance.theme];
  return [
    ...(user.role === 'creator'
      ? []
      : [
          {
            id: 'write-post',
            label: 'Write a post',
            words: 'new create',
            icon: <PenLine />,
            run: () => go('/home', { isWriting: true }),
          },
          {
            id: 'new-event',
            label: 'New event',
            words: 'create add meet-up',
            icon: <CalendarPlus />,
            run: () => go('/home?event=new'),
          },
        ]),
    ...[...main, ...foot].map(({ path, label, icon: Icon }) => ({
      id: `open${path}`,
      label: `Open ${label}`,
      words: 'go to',
      icon: <Icon />,
      run: () => go(path),
    })),
    {
      id: 'theme',
      label: THEME_LABELS[theme],
      words: 'appearance colours',
      icon: <SunMoon />,
      run: () => onAppearanceChange({ ...appearance, theme }),
    },
    {
      id: 'shortcuts',
      label: 'Show keyboard shortcuts',
      words: 'keys',
      icon: <Keyboard />,
      run: onShortcuts,
    },
    {
      id: 'sign-out',
      label: 'Sign out',
      words: 'log out logout leave',
      icon: <LogOut />,
      run: onSignOut,
    },
  ];
}
