import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SELLING_ROLES } from '#shared/api/courses.ts';
import type { Role } from '#shared/api/endpoint.ts';
import type { LibraryTab } from '#shared/api/enrollments.ts';
import { itemsOf } from '../../../../lib/http/pages.ts';
import { libraryQuery } from '../../api/library.ts';

/**
 * Returns the tab that the Library opens on without one in the URL; undefined while it is not known. Creators start on
 * their own items, everyone else on what they have bought, joined or, as authors, made: the first of these that has
 * something. The tab then stays, whatever the lists become. `isNeeded` is false when the URL names a tab: nothing is
 * fetched then.
 */
export function useFirstTab(role: Role, isNeeded: boolean): LibraryTab | undefined {
  const [chosen, setChosen] = useState<LibraryTab>();
  const isCreator = role === 'creator';
  const enabled = isNeeded && !isCreator && chosen === undefined;
  const isAuthor = SELLING_ROLES.includes(role);
  const bought = useInfiniteQuery({ ...libraryQuery({ tab: 'purchased' }), enabled });
  const joined = useInfiniteQuery({ ...libraryQuery({ tab: 'enrolled' }), enabled });
  const made = useInfiniteQuery({ ...libraryQuery({ tab: 'created' }), enabled: enabled && isAuthor });
  if (isCreator) return 'created';
  if (chosen !== undefined || !isNeeded) return chosen;
  if (bought.isLoading || joined.isLoading || made.isLoading) return undefined;
  const lists = [['purchased', bought] as const, ['enrolled', joined] as const, ['created', made] as const];
  // Its failure is shown, and can be retried, on the tab itself.
  const tab = lists.find(([, { data, isError }]) => isError || itemsOf(data).length > 0)?.[0] ?? 'purchased';
  setChosen(tab);
  return tab;
}
