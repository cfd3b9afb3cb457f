import { configureStore, createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import type { LinkStatus } from '#shared/realtime/live-session.ts';

const connection = createSlice({
  name: 'connection',
  initialState: { status: 'off' as LinkStatus },
  reducers: {
    setStatus: (state, action: PayloadAction<LinkStatus>) => {
      state.status = action.payload;
    },
  },
});

/** Says how the live link stands. */
export const { setStatus: setConnectionStatus } = connection.actions;

/** Makes the store of the signed-in app; it holds no server data. Source: house.md, "State". */
export function createStore() {
  return configureStore({ reducer: { connection: connection.reducer } });
}

/** The store of the signed-in app. */
export type AppStore = ReturnType<typeof createStore>;
/** Its state. */
export type AppState = ReturnType<AppStore['getState']>;
