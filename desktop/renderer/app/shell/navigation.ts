import {
  BookOpen,
  ChartNoAxesColumn,
  CircleQuestionMark,
  GraduationCap,
  House,
  Library,
  MessageCircle,
  Settings,
  UsersRound,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { Role } from '#shared/api/endpoint.ts';

/** One page in the navigation. */
export interface Place {
  path: string;
  label: string;
  icon: LucideIcon;
  /** Also shown to creators, whose product is the Library. */
  isForCreators?: boolean;
}

const MAIN_PLACES: readonly Place[] = [
  { path: '/home', label: 'Home', icon: House },
  { path: '/library', label: 'Library', icon: Library, isForCreators: true },
  { path: '/courses', label: 'Courses', icon: BookOpen },
  { path: '/chat', label: 'Chat', icon: MessageCircle },
  { path: '/connections', label: 'Connections', icon: UsersRound },
  { path: '/students', label: 'Students', icon: GraduationCap },
  { path: '/analytics', label: 'Analytics', icon: ChartNoAxesColumn },
];

const FOOT_PLACES: readonly Place[] = [
  { path: '/help', label: 'Help', icon: CircleQuestionMark, isForCreators: true },
  { path: '/settings', label: 'Settings', icon: Settings },
];

/** How many main pages fit in the bottom bar beside the member's menu. */
export const BOTTOM_BAR_PLACES = 4;

/** Returns the pages a role can open: the main ones and the ones at the foot of the rail. */
export function placesFor(role: Role): { main: readonly Place[]; foot: readonly Place[] } {
  const isShown = (place: Place): boolean => role !== 'creator' || place.isForCreators === true;
  return { main: MAIN_PLACES.filter(isShown), foot: FOOT_PLACES.filter(isShown) };
}

/** Whether a role can open the page of a shortcut. */
export function mayOpen(role: Role, path: string): boolean {
  return (
    role !== 'creator' ||
    [...MAIN_PLACES, ...FOOT_PLACES].some((place) => place.path === path && place.isForCreators === true)
  );
}
