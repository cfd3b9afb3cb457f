import { BookOpen, CalendarDays, FileText, History, MessageSquare, Phone, Search, UserRound } from 'lucide-react';
import {
  SEARCH_TYPES,
  type PastSearch,
  type SearchItem,
  type SearchPeer,
  type SearchType,
  type Suggestions,
} from '#shared/api/search.ts';
import type { UserCard } from '#shared/api/users.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import type { Elements } from '../../ui/elements.ts';

/** One option of the search dialog. */
export interface PaletteOption {
  /** Unique in the dialog. */
  id: string;
  label: string;
  /** Text beside the label. */
  detail?: string | undefined;
  icon: Elements;
  run: () => void;
}

/** Options under one heading. */
export interface PaletteGroup {
  label: string;
  options: PaletteOption[];
}

/** An action, found by its label and by `words`. */
export interface PaletteAction {
  id: string;
  label: string;
  words?: string | undefined;
  icon: Elements;
  run: () => void;
}

/** A help article that matches a text. */
export interface HelpHit {
  id: string;
  title: string;
  path: string;
}

/** Names of the types, singular and plural. */
export const TYPE_LABELS: Record<SearchType, { one: string; many: string }> = {
  user: { one: 'Person', many: 'People' },
  post: { one: 'Post', many: 'Posts' },
  course: { one: 'Course', many: 'Courses' },
  event: { one: 'Event', many: 'Events' },
  message: { one: 'Message', many: 'Messages' },
};

const ICONS: Record<SearchType, Elements> = {
  user: <UserRound />,
  post: <FileText />,
  course: <BookOpen />,
  event: <CalendarDays />,
  message: <MessageSquare />,
};

/** Returns the name of the other member of a conversation. */
export function peerName(peer: SearchPeer | null | undefined): string {
  return peer?.fullName ?? 'Someone who has left';
}

/** Returns the path that opens a record; a message opens in its conversation, an item in the Library of every role. */
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
    return `/chat?with=${encodeURIComponent(peer?.id ?? '')}&at=${String(peer?.conversationSeq ?? '')}`;
  if (entityType === 'user') return `/profile/${id}`;
  if (entityType === 'course') return `/library?item=${id}`;
  return entityType === 'event' ? `/home?event=${id}` : `/home?post=${id}`;
}

/** The input of the options. */
interface OptionParts {
  text: string;
  suggestions: Suggestions | undefined;
  actions: readonly PaletteAction[];
  help: readonly HelpHit[];
  /** Set when the user can write messages; `except` is the user's own username. */
  messagesTo?: { except: string } | undefined;
  /** Calls a member; undefined when the user has no calls. */
  onCall?: ((person: UserCard) => void) | undefined;
  onOpen: (path: string) => void;
  onSearch: (text: string) => void;
}

const OPENED_SHOWN = 3;
const ACTIONS_SHOWN = 6;

/** Returns the groups of options: without a text the recent searches and results, with a text the matches. */
export function makeGroups(parts: OptionParts): PaletteGroup[] {
  const groups = parts.text === '' ? pastGroups(parts) : foundGroups(parts);
  return groups.filter(({ options }) => options.length > 0);
}

function pastGroups({ suggestions, actions, onOpen, onSearch }: OptionParts): PaletteGroup[] {
  const recent = suggestions?.recent ?? [];
  return [
    { label: 'Recently opened', options: recentlyOpened(recent).map((item) => itemOption(item, onOpen)) },
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
      ...callOptions(parts),
    ],
  };
  return [
    {
      label: 'Search',
      options: [
        { id: 'search', label: `Search for “${text}”`, icon: <Search />, run: () => onSearch(text) },
        ...past.map((one) => pastOption(one, onSearch)),
      ],
    },
    // Actions come first when they match.
    ...(isToPerson(text) ? [acts] : []),
    {
      label: TYPE_LABELS.user.many,
      options: [
        ...items.filter(({ entityType }) => entityType === 'user').map((item) => itemOption(item, onOpen)),
        ...(suggestions?.people ?? []).map((person) => ({
          id: `user-${person.id}`,
          label: person.fullName,
          detail: [person.position, person.institution].filter(Boolean).join(', ') || `@${person.username}`,
          icon: <Avatar id={person.id} name={person.fullName} src={person.profileImage} size="xs" />,
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
        icon: <FileText />,
        run: () => onOpen(path),
      })),
    },
    ...(isToPerson(text) ? [] : [acts]),
  ];
}

/**
 * Filters the cached suggestions of the empty text for offline use: earlier searches and opened results that start with
 * `text`.
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

const CALLING = /^(?:call|phone)\s+(\S.*)$/i;

function isToPerson(text: string): boolean {
  return MESSAGING.test(text) || CALLING.test(text);
}

/** Returns the name in "message Ana" and "call Ana"; any other text unchanged. */
export function nameIn(text: string): string {
  return (MESSAGING.exec(text) ?? CALLING.exec(text))?.[1] ?? text;
}

/** Returns options that call each found member when the text starts with “call”. */
function callOptions({ text, suggestions, messagesTo, onCall }: OptionParts): PaletteOption[] {
  if (!messagesTo || !onCall || !CALLING.test(text)) return [];
  const people = (suggestions?.people ?? []).filter(({ username }) => username !== messagesTo.except);
  return people.map((person) => ({
    id: `call-${person.id}`,
    label: `Call ${person.fullName}`,
    icon: <Phone />,
    run: () => onCall(person),
  }));
}

/** Returns options that write to found members: to the best match, or to each when the text starts with “message”. */
function messageOptions({ text, suggestions, messagesTo, onOpen }: OptionParts): PaletteOption[] {
  if (!messagesTo || CALLING.test(text)) return [];
  const people = (suggestions?.people ?? []).filter(({ username }) => username !== messagesTo.except);
  return people.slice(0, MESSAGING.test(text) ? people.length : 1).map(({ id, fullName }) => ({
    id: `message-to-${id}`,
    label: `Message ${fullName}`,
    icon: <MessageSquare />,
    run: () => onOpen(`/chat?with=${encodeURIComponent(id)}`),
  }));
}

function recentlyOpened(recent: readonly PastSearch[]): SearchItem[] {
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
  return { id: `past-${id}`, label: query, detail, icon: <History />, run: () => onSearch(query) };
}

function actionOption({ id, label, icon, run }: PaletteAction): PaletteOption {
  return { id: `action-${id}`, label, icon, run };
}

/** Whether every word of the text starts a word of the action. */
function fits({ label, words = '' }: PaletteAction, text: string): boolean {
  const known = `${label} ${words}`.toLowerCase().split(/\s+/);
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => known.some((one) => one.startsWith(word)));
}
