import { createContext } from 'react';
import type { CallType } from '#shared/api/calls.ts';
import type { UserCard } from '#shared/api/users.ts';

/** Calls a member back. */
export type CallBack = (user: UserCard, type: CallType) => void;

/** What the button of a missed call does; undefined where the user cannot call. */
export const CallBackContext = createContext<CallBack | undefined>(undefined);
