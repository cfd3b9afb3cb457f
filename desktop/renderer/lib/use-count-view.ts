import { useEffect } from 'react';
import { analyticsEndpoints, type ViewType } from '#shared/api/analytics.ts';
import { call } from './http/api.ts';

/** Counts that the user opened the page of another member's record; null counts nothing. A failure is not shown. */
export function useCountView(type: ViewType, id: string | null): void {
  useEffect(() => {
    if (id !== null) call(analyticsEndpoints.countView, { body: { type, id } }).catch(() => undefined);
  }, [type, id]);
}
