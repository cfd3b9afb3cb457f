import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useEffect, useId, useMemo, useState, type KeyboardEvent } from 'react';
import type { SearchType } from '#shared/api/search.ts';
import type { UserCard } from '#shared/api/users.ts';
import { SEARCH_LIMITS } from '#shared/limits.ts';
import { NetworkError } from '../../../lib/http/errors.ts';
import { Button } from '../../../ui/Button.tsx';
import { CONTROL_CLASSES } from '../../../ui/button-classes.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { suggestQuery } from '../api/queries.ts';
import { refreshHistory } from '../api/mutations.ts';
import { useDebounced } from '../../../lib/page/use-debounced.ts';
import { makeGroups, nameIn, pastOnly, type HelpHit, type PaletteAction, type PaletteOption } from '../options.tsx';
import { optionElementId, PaletteList } from './PaletteList.tsx';
import { SearchHistory } from './SearchHistory.tsx';
import { SearchResults } from './SearchResults.tsx';
import { isComposing } from '../../../lib/page/composing.ts';

interface SearchPaletteProps {
  /** What the user typed before this dialog was there; `isSubmitted` when Enter was pressed. */
  typed?: { text: string; isSubmitted: boolean } | undefined;
  /** Types that the user's role can find. */
  types: readonly SearchType[];
  /** Actions of the user's role. */
  actions: readonly PaletteAction[];
  /** Returns the help articles for a text. */
  findHelp?: ((text: string) => readonly HelpHit[]) | undefined;
  /** Set when the user can write messages; `except` is the user's own username. */
  messagesTo?: { except: string } | undefined;
  /** Calls a member; undefined when the user has no calls. */
  onCall?: ((person: UserCard) => void) | undefined;
  onNavigate: (path: string) => void;
  onClose: () => void;
}

type View = 'suggestions' | 'results' | 'history';

/** Pause in typing before suggestions are requested, in milliseconds. */
const TYPING_MS = 120;

/**
 * The search dialog: suggestions and actions while typing, all results on Enter. Closes before it navigates.
 */
export function SearchPalette({
  typed: start = { text: '', isSubmitted: false },
  types,
  actions,
  findHelp,
  messagesTo,
  onCall,
  onNavigate,
  onClose,
}: SearchPaletteProps) {
  const [text, setText] = useState(start.text);
  const [view, setView] = useState<View>(start.isSubmitted ? 'results' : 'suggestions');
  const [activeId, setActiveId] = useState<string>();
  const listId = useId();
  const client = useQueryClient();
  const typed = text.trim();
  const query = useQuery({
    ...suggestQuery(useDebounced(messagesTo ? nameIn(typed) : typed, TYPING_MS)),
    enabled: view === 'suggestions',
  });

  // Searches made while it is open appear among the recent ones the next time.
  useEffect(() => () => refreshHistory(client), [client]);

  const search = (wanted: string): void => {
    setText(wanted);
    setActiveId(undefined);
    setView('results');
  };
  const open = (path: string): void => {
    onClose();
    onNavigate(path);
  };
  const runAndClose = (action: PaletteAction): PaletteAction => ({
    ...action,
    run: () => {
      onClose();
      action.run();
    },
  });
  const isOffline = query.error instanceof NetworkError;
  const current = makeGroups({
    text: typed,
    suggestions: isOffline ? pastOnly(client.getQueryData(suggestQuery('').queryKey), typed) : query.data,
    actions: actions.map(runAndClose),
    help: typed === '' ? [] : (findHelp?.(typed) ?? []),
    messagesTo,
    onCall:
      onCall &&
      ((person) => {
        onClose();
        onCall(person);
      }),
    onOpen: open,
    onSearch: search,
  });
  const { shown: groups, onPress } = useUnmovedWhilePressed(current);
  const options = groups.flatMap((group) => group.options);
  const active = options.find(({ id }) => id === activeId);
  const isExpanded = view === 'suggestions' && options.length > 0;

  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys pressed during input method composition belong to the input method.
    if (isComposing(event)) return;
    if (isExpanded && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      setActiveId(neighbour(options, activeId, event.key === 'ArrowDown' ? 1 : -1));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (isExpanded && active) active.run();
      else if (typed !== '') search(typed);
    }
  };

  return (
    <Dialog onClose={onClose} title="Search" size="lg" placement="top">
      <div className="sticky top-0 z-10 -mx-1 bg-surface-raised px-1 pt-1 pb-2">
        <span className="relative block">
          <Search className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2 text-text-muted" />
          <input
            role="combobox"
            type="text"
            aria-label="Search"
            aria-expanded={isExpanded}
            aria-controls={isExpanded ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={isExpanded && active ? optionElementId(listId, active.id) : undefined}
            autoFocus
            onFocus={({ target }) => target.setSelectionRange(text.length, text.length)}
            autoComplete="off"
            spellCheck={false}
            maxLength={SEARCH_LIMITS.queryMaxChars}
            placeholder={
              types.includes('message') ? 'People, posts, courses, events, messages, actions' : 'Courses, help, actions'
            }
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setActiveId(undefined);
              setView('suggestions');
            }}
            onKeyDown={onKeyDown}
            className={`${CONTROL_CLASSES} h-11 ps-9`}
          />
        </span>
      </div>
      {view === 'suggestions' && (
        <>
          <Notes isOffline={isOffline} count={query.isFetching ? undefined : options.length} />
          {isExpanded && <PaletteList {...{ groups, activeId, onPress }} id={listId} onActive={setActiveId} />}
          {typed === '' && (query.data?.recent.length ?? 0) > 0 && (
            <Button size="sm" variant="ghost" className="mt-3" onClick={() => setView('history')}>
              Edit search history
            </Button>
          )}
        </>
      )}
      {view === 'results' && typed !== '' && (
        <SearchResults key={typed} q={typed} types={types} onOpen={open} onSearch={search} />
      )}
      {view === 'history' && <SearchHistory onSearch={search} onDone={() => setView('suggestions')} />}
    </Dialog>
  );
}

/** Shows what was there when a pointer was pressed until it is released, so that a click reaches what it aimed at. */
function useUnmovedWhilePressed<T>(current: T): { shown: T; onPress: () => void } {
  const [pressed, setPressed] = useState<{ shown: T }>();
  useEffect(() => {
    if (!pressed) return undefined;
    // The click follows the release.
    const release = (): unknown => setTimeout(() => setPressed(undefined));
    globalThis.addEventListener('pointerup', release);
    globalThis.addEventListener('pointercancel', release);
    return () => {
      globalThis.removeEventListener('pointerup', release);
      globalThis.removeEventListener('pointercancel', release);
    };
  }, [pressed]);
  return { shown: pressed?.shown ?? current, onPress: () => setPressed({ shown: current }) };
}

function Notes({ isOffline, count }: { isOffline: boolean; count: number | undefined }) {
  const status = useMemo(
    () => (count === undefined ? '' : count === 1 ? '1 suggestion' : `${String(count)} suggestions`),
    [count],
  );
  return (
    <>
      <p role="status" className="sr-only">
        {status}
      </p>
      {isOffline && (
        <p className="mt-1 rounded-md bg-surface-sunken px-3 py-2 text-small text-text-muted">
          You are offline: earlier searches and pages you have open still work.
        </p>
      )}
    </>
  );
}

/** Returns the option after or before the active one; undefined past the ends. */
function neighbour(options: readonly PaletteOption[], activeId: string | undefined, step: 1 | -1): string | undefined {
  const at = options.findIndex(({ id }) => id === activeId);
  if (at === -1) return (step === 1 ? options[0] : options.at(-1))?.id;
  return options[at + step]?.id;
}
