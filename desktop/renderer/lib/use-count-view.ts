import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { analyticsEndpoints, type ViewSource, type ViewType } from '#shared/api/analytics.ts';
import { call } from './http/api.ts';

/** The state of a link to the page of an item: where the link is. */
export interface ViewState {
  source: ViewSource;
}

/**
 * Counts that the user opened the page of another member's record, and from which link; null counts nothing. A failure
 * is not shown.
 */
export function useCountView(type: ViewType, id: string | null): void {
  const { state } = useLocation() as { state: Partial<ViewState> | null };
  // A link inside of the page must not count it again.
  const [source] = useState(state?.source);
  useEffect(() => {
    if (id === null) return;
    call(analyticsEndpoints.countView, { body: { type, id, ...(source && { source }) } }).catch(() => undefined);
  }, [type, id, source]);
}
