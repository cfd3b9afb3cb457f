import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { LinkStatus } from '#shared/realtime/live-session.ts';
import { addSlice, store, useAppState } from '../store.ts';
import type { LiveLink } from './live-link.ts';

const connection = createSlice({
  name: 'connection',
  initialState: 'off' as LinkStatus,
  reducers: { setStatus: (_status, { payload }: PayloadAction<LinkStatus>) => payload },
});
const readStatus = addSlice(connection.name, connection.reducer);

/** Copies the status of the live link to the store. Returns a function that ends it. */
export function storeConnectionStatus({ on }: Pick<LiveLink, 'on'>): () => void {
  return on('status', (status) => store.dispatch(connection.actions.setStatus(status)));
}

/** Returns the status of the live link and follows its changes. */
export function useConnectionStatus(): LinkStatus {
  return useAppState(readStatus);
}
