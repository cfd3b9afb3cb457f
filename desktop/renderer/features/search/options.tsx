import { BookOpen, CalendarDays, FileText, History, MessageSquare, Search, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  SEARCH_TYPES,
  type PastSearch,
  type SearchItem,
  type SearchPeer,
  type SearchType,
  type Suggestions,
} from '#shared/api/search.ts';
import { Avatar } from '../../ui/Avatar.tsx';

/** One thing that the box offers. */
export interface PaletteOption {
  /** Unique in the box. */
  id: string;
  label: string;
  /** What is said beside it. */
  detail?: string | undefined;
  icon: ReactNode;
  run: () => void;
}

/** Options under one heading. */
export interface PaletteGroup {
  label: string;
  options: PaletteOption[];
}

/** Something to do or a page to open; found by its label and by further words. */
export interface PaletteAction {
  id: string;
  label: string;
  words?: string | undefined;
  icon: ReactNode;
  run: () => void;
}

/** An article of the help that fits a text. */
export interface HelpHit {
  id: string;
  title: string;
  path: string;
}

/** A type as members read it, one and several. */
export const TYPE_LABELS: Record<SearchType, { one: string; many: string }> = {
  user: { one: 'Person', many: 'People' },
  post: { one: 'Post', many: 'Posts' },
  course: { one: 'Course', many: 'Courses' },
  event: { one: 'Event', many: 'Events' },
  message: { one: 'Message', many: 'Messages' },
};

const ICONS: Record<SearchType, ReactNode> = {
  user: <UserRound aria-hidden="true" />,
  post: <FileText aria-hidden="true" />,
  course: <BookOpen aria-hidden="true" />,
  event: <CalendarDays aria-hidden="true" />,
  message: <MessageSquare aria-hidden="true" />,
};

/** The other of a conversation by name. */
export function peerName(peer: SearchPeer | null | undefined): string {
  return peer?.fullName ?? 'Someone who has left';
}

/** Where a record opens; a message in its conversation. */
export function addressOf({
  entityType,
  entityId,
  with: peer,
}: {
  entityType: SearchType;
  entityId: string;
  with?: SearchPeer | null;
}): string {
  const id = encodeURIComponent(entityId);
  if (entityType === 'message')
    return `/chat?with=${encodeURIComponent(peer?.id ?? '')}&at=${String(peer?.place ?? '')}`;
  if (entityType === 'user') return `/profile/${id}`;
  if (entityType === 'course') return `/courses?item=${id}`;
  return entityType === 'event' ? `/home?event=${id}` : `/home?post=${id}`;
}

/** What the options are made of. */
export interface OptionParts {
  text: string;
  suggestions: Suggestions | undefined;
  actions: readonly PaletteAction[];
  help: readonly HelpHit[];
  /** Set for members who write messages; nobody writes to themself, by username. */
  messagesTo?: { except: string } | undefined;
  onOpen: (path: string) => void;
  onSearch: (text: string) => void;
}

const OPENED_SHOWN = 3;
const ACTIONS_SHOWN = 6;

/** Makes the groups of the box: without text what was searched and opened before, with text what fits it. */
export function makeGroups(parts: OptionParts): PaletteGroup[] {
  const groups = parts.text === '' ? pastGroups(parts) : foundGroups(parts);
  return groups.filter(({ options }) => options.length > 0);
}

function pastGroups({ suggestions, actions, onOpen, onSearch }: OptionParts): PaletteGroup[] {
  const recent = suggestions?.recent ?? [];
  return [
    { label: 'Opened lately', options: openedLately(recent).map((item) => itemOption(item, onOpen)) },
    { label: 'Recent searches', options: recent.map((past) => pastOption(past, onSearch)) },
    { label: 'Actions', options: actions.map(actionOption) },
  ];
}

function foundGroups(parts: OptionParts): PaletteGroup[] {
  const { text, suggestions, actions, help, onOpen, onSearch } = parts;
  const items = suggestions?.items ?? [];
  const past = (suggestions?.recent ?? [])
    .filter(({ query }) => query.toLowerCase() !== text.toLowerCase())
    .slice(0, 2);
  const acts = {
    label: 'Actions',
    options: [
      ...actions
        .filter((action) => fits(action, text))
        .slice(0, ACTIONS_SHOWN)
        .map(actionOption),
      ...messageOptions(parts),
    ],
  };
  return [
    {
      label: 'Search',
      options: [
        { id: 'search', label: `Search for “${text}”`, icon: <Search aria-hidden="true" />, run: () => onSearch(text) },
        ...past.map((one) => pastOption(one, onSearch)),
      ],
    },
    // Who says what to do finds it first.
    ...(MESSAGING.test(text) ? [acts] : []),
    {
      label: TYPE_LABELS.user.many,
      options: [
        ...items.filter(({ entityType }) => entityType === 'user').map((item) => itemOption(item, onOpen)),
        ...(suggestions?.people ?? []).map((person) => ({
          id: `user-${person.id}`,
          label: person.fullName,
          detail: [person.position, person.institution].filter(Boolean).join(', ') || `@${person.username}`,
          icon: <Avatar name={person.fullName} src={person.profileImage} size="xs" />,
          run: () => onOpen(addressOf({ entityType: 'user', entityId: person.id })),
        })),
      ],
    },
    ...SEARCH_TYPES.filter((type) => type !== 'user').map((type) => ({
      label: TYPE_LABELS[type].many,
      options: items.filter(({ entityType }) => entityType === type).map((item) => itemOption(item, onOpen)),
    })),
    {
      label: 'Help',
      options: help.map(({ id, title, path }) => ({
        id: `help-${id}`,
        label: title,
        icon: <FileText aria-hidden="true" />,
        run: () => onOpen(path),
      })),
    },
    ...(MESSAGING.test(text) ? [] : [acts]),
  ];
}

/**
 * Of what was suggested last without a text, what is known without a connection and begins with one: earlier searches,
 * and what was opened from them.
 */
export function pastOnly(suggestions: Suggestions | undefined, text: string): Suggestions | undefined {
  if (!suggestions) return undefined;
  const start = text.toLowerCase();
  const opened = suggestions.recent
    .flatMap(({ clickedResults }) => clickedResults)
    .filter(
      ({ title }) =>
        text !== '' &&
        title
          .toLowerCase()
          .split(/\s+/)
          .some((word) => word.startsWith(start)),
    );
  return {
    recent: suggestions.recent.filter(({ query }) => query.toLowerCase().startsWith(start)),
    people: [],
    items: [...new Map(opened.map((item) => [`${item.entityType}-${item.entityId}`, item])).values()],
    actions: suggestions.actions,
  };
}

const MESSAGING = /^(?:message|write to|chat with)\s+(\S.*)$/i;

/** The name in "message Ana"; otherwise the text itself. */
export function nameIn(text: string): string {
  return MESSAGING.exec(text)?.[1] ?? text;
}

/** Writing to the people found: to the likeliest one, or to each where that is what was typed. */
function messageOptions({ text, suggestions, messagesTo, onOpen }: OptionParts): PaletteOption[] {
  if (!messagesTo) return [];
  const people = (suggestions?.people ?? []).filter(({ username }) => username !== messagesTo.except);
  return people.slice(0, MESSAGING.test(text) ? people.length : 1).map(({ id, fullName }) => ({
    id: `message-to-${id}`,
    label: `Message ${fullName}`,
    icon: <MessageSquare aria-hidden="true" />,
    run: () => onOpen(`/chat?with=${encodeURIComponent(id)}`),
  }));
}

function openedLately(recent: readonly PastSearch[]): SearchItem[] {
  const opened = new Map(
    recent
      .flatMap(({ clickedResults }) => clickedResults.slice(0, 1))
      .map((item) => [`${item.entityType}-${item.entityId}`, item]),
  );
  return [...opened.values()].slice(0, OPENED_SHOWN);
}

function itemOption(item: SearchItem, onOpen: (path: string) => void): PaletteOption {
  const { entityType, entityId, title } = item;
  const detail = entityType === 'message' ? peerName(item.with) : TYPE_LABELS[entityType].one;
  return {
    id: `${entityType}-${entityId}`,
    label: title,
    detail,
    icon: ICONS[entityType],
    run: () => onOpen(addressOf(item)),
  };
}

function pastOption({ id, query, numResults }: PastSearch, onSearch: (text: string) => void): PaletteOption {
  const detail = numResults === 1 ? '1 result' : `${String(numResults)} results`;
  return { id: `past-${id}`, label: query, detail, icon: <History aria-hidden="true" />, run: () => onSearch(query) };
}

function actionOption({ id, label, icon, run }: PaletteAction): PaletteOption {
  return { id: `action-${id}`, label, icon, run };
}

/** Every word of the text begins a word of the action. */
function fits({ label, words = '' }: PaletteAction, text: string): boolean {
  const known = `${label} ${words}`.toLowerCase().split(/\s+/);
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => known.some((one) => one.startsWith(word)));
}
