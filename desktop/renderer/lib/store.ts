import { useSyncExternalStore } from 'react';
import { combineReducers, legacy_createStore, type Reducer, type UnknownAction } from 'redux';

const reducers: Record<string, Reducer<unknown, UnknownAction>> = {};

/**
 * The store of client state that several features read; it contains no server data. It is made of Redux alone: the rest
 * of Redux Toolkit loads with the signed-in app, since it does not fit into the first load of the sign-in page.
 */
export const store = legacy_createStore((state: Record<string, unknown> = {}) => state);

/** Adds a slice to the store when its module loads. Returns the function that reads its state. */
export function addSlice<State>(name: string, reducer: Reducer<State, UnknownAction>): () => State {
  // A reducer only receives the state that it returned.
  reducers[name] = reducer as Reducer<unknown, UnknownAction>;
  store.replaceReducer(combineReducers(reducers));
  return () => store.getState()[name] as State;
}

/** Returns a part of the state and follows its changes; `read` returns the same value until that part changes. */
export function useAppState<Value>(read: () => Value): Value {
  return useSyncExternalStore(store.subscribe, read);
}
