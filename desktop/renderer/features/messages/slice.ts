import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { addSlice, store, useAppState } from '../../lib/store.ts';
import type { Attachment } from './session/attachments.ts';
import type { UnsentMessage } from './session/send-queue.ts';

/** Client state of the conversations. */
interface MessagesState {
  /** The peer whose thread is on screen; null for none. */
  openPeerId: string | null;
  /** Conversations in which the peer is typing. */
  typingIn: readonly string[];
  /** Messages that the server has not acknowledged, oldest first. */
  unsent: readonly UnsentMessage[];
  /** Files that are uploading or whose message is not sent yet, first chosen first. */
  attachments: readonly Attachment[];
  /** The last event of an upload, in a sentence for screen readers. */
  announcement: string;
}

const initialState: MessagesState = {
  openPeerId: null,
  typingIn: [],
  unsent: [],
  attachments: [],
  announcement: '',
};

const messages = createSlice({
  name: 'messages',
  initialState,
  reducers: {
    update: (state, { payload }: PayloadAction<Partial<MessagesState>>) => ({ ...state, ...payload }),
  },
});

/** Returns the client state of the conversations. */
export const readMessagesState = addSlice<MessagesState>(messages.name, messages.reducer);

/** Changes parts of the client state of the conversations. */
export function updateMessagesState(change: Partial<MessagesState>): void {
  store.dispatch(messages.actions.update(change));
}

/** Returns a part of the client state of the conversations and follows its changes. */
export function useMessagesState<Name extends keyof MessagesState>(name: Name): MessagesState[Name] {
  return useAppState(() => readMessagesState()[name]);
}
