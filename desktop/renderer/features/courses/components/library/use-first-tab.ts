import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SELLING_ROLES } from '#shared/api/courses.ts';
import type { Role } from '#shared/api/endpoint.ts';
import type { LibraryTab } from '#shared/api/enrollments.ts';
import { itemsOf } from '../../../../lib/http/pages.ts';
import { libraryQuery } from '../../api/library.ts';

/**
 * Returns the tab that the Library opens on without one in the URL; undefined while it is not known. Creators start on
 * their own items, and so do teachers and institutions who have made something and bought nothing. The tab then stays,
 * whatever the lists become. `isNeeded` is false when the URL names a tab: nothing is fetched then.
 */
export function useFirstTab(role: Role, isNeeded: boolean): LibraryTab | undefined {
  const [chosen, setChosen] = useState<LibraryTab>();
  const depends = role !== 'creator' && SELLING_ROLES.includes(role);
  const enabled = isNeeded && depends && chosen === undefined;
  const bought = useInfiniteQuery({ ...libraryQuery({ tab: 'purchased' }), enabled });
  const made = useInfiniteQuery({ ...libraryQuery({ tab: 'created' }), enabled });
  if (!depends) return role === 'creator' ? 'created' : 'purchased';
  if (chosen !== undefined || !isNeeded) return chosen;
  if (bought.isLoading || made.isLoading) return undefined;
  const isAuthor = bought.data !== undefined && itemsOf(bought.data).length === 0 && itemsOf(made.data).length > 0;
  const tab = isAuthor ? 'created' : 'purchased';
  setChosen(tab);
  return tab;
}
