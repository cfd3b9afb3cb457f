import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { CurrentUser, LoginInput, PendingSignIn, RegisterInput } from '#shared/api/auth.ts';
import { apiClient } from '../../lib/http/api.ts';
import { readBridge } from '../../lib/page/bridge.ts';
import { ApiError } from '../../lib/http/errors.ts';
import { toast } from '../../lib/page/toasts.ts';
import {
  enterCode,
  forgetAccount,
  forgetResponses,
  forgetSession,
  keepAccount,
  login,
  register,
  resumeSignOut,
  signOut,
} from './api/mutations.ts';
import { sessionQuery } from '../../lib/me.ts';
import { readFailure } from './failure.ts';
import { readStored, writeStored } from '../../lib/storage/device-store.ts';

/** The session and the functions that change it. */
export interface Auth {
  /** Null when no one is signed in, and while the session loads. */
  user: CurrentUser | null;
  isLoading: boolean;
  /** Why the session could not be loaded; null when it could. */
  error: Error | null;
  retry: () => void;
  /** Whether a user was signed in at the end of the last visit on this device; false when unknown. */
  wasSignedIn: boolean;
  /** Whether the user logged out in this window. */
  hasLoggedOut: boolean;
  /** Signs in. Returns the next step when there is one, else null. A failure shows a toast and is rethrown. */
  login: (input: LoginInput) => Promise<PendingSignIn | null>;
  /** Sends the code of a pending sign-in. Failures are thrown. */
  enterCode: (code: string) => Promise<PendingSignIn | null>;
  /** Cancels the deletion of the account of a pending sign-in. Failures are thrown. */
  keepAccount: () => Promise<void>;
  /** Registers and signs in. A failure shows a toast with the text of `describe` and is rethrown. */
  register: (input: RegisterInput, describe: (error: unknown) => string) => Promise<void>;
  /** Ends the session on this device at once, and on the server as soon as it can be reached; never throws. */
  logout: () => Promise<void>;
  /** Removes a session that the server ended together with the account; never throws. */
  leave: () => Promise<void>;
}

const AuthContext = createContext<Auth | null>(null);

/** Provides the session to its children. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { data, isPending, error, refetch } = useQuery(sessionQuery);
  const [hasLoggedOut, setHasLoggedOut] = useState(false);
  const [wasSignedIn] = useState(loadWasSignedIn);
  const user = data ?? null;
  useEffect(() => void resumeSignOut(client).catch(toastPartialLogout), [client]);
  useSignedOutElsewhere();
  useSignedInElsewhere(user?.id ?? null);
  useEffect(() => {
    if (data !== undefined) saveWasSignedIn(data !== null);
  }, [data]);

  const auth = useMemo<Auth>(() => {
    const settle = async (step: Promise<PendingSignIn | null>): Promise<PendingSignIn | null> => {
      const pending = await step;
      if (pending === null) setHasLoggedOut(false);
      return pending;
    };
    return {
      user,
      isLoading: isPending,
      error: data === undefined ? error : null,
      retry: () => void refetch(),
      wasSignedIn,
      hasLoggedOut,
      login: (input) =>
        settle(login(client, input).catch(toastAndRethrow('Login failed', (failed) => readFailure(failed).message))),
      enterCode: (code) => settle(enterCode(client, code)),
      keepAccount: async () => {
        await keepAccount(client);
        setHasLoggedOut(false);
      },
      register: async (input, describe) => {
        await register(client, input).catch(toastAndRethrow('Registration failed', describe));
        setHasLoggedOut(false);
      },
      logout: async () => {
        setHasLoggedOut(true);
        if (user) await signOut(client, user.id).catch(toastPartialLogout);
      },
      leave: async () => {
        setHasLoggedOut(true);
        if (user) await forgetAccount(client, user.id);
      },
    };
  }, [client, data, error, hasLoggedOut, isPending, refetch, user, wasSignedIn]);
  return <AuthContext value={auth}>{children}</AuthContext>;
}

/** Returns the session. @throws Error outside {@link AuthProvider}. */
export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (auth === null) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

function toastAndRethrow(title: string, describe: (error: unknown) => string) {
  return (error: unknown): never => {
    toast({ title, description: describe(error), variant: 'destructive' });
    throw error;
  };
}

function toastPartialLogout(): void {
  toast({
    title: 'Partial logout completed',
    description: "You've been logged out but there might be a server sync issue. Please refresh the page.",
    variant: 'destructive',
  });
}

/**
 * Clears the session when any response is 401: it expired, or was revoked on another device. When another user signed
 * in in another tab, only the previous user's data is removed.
 */
function useSignedOutElsewhere(): void {
  const client = useQueryClient();
  useEffect(() => {
    const userIdNow = (): string | null => client.getQueryData(sessionQuery.queryKey)?.id ?? null;
    let known = userIdNow();
    let isForgetting = false;
    const forget = (): void => {
      if (isForgetting) return;
      isForgetting = true;
      void forgetSession(client).finally(() => {
        isForgetting = false;
      });
    };
    const forgetOn401 = (error: unknown): void => {
      if (error instanceof ApiError && error.status === 401 && userIdNow() !== null) forget();
    };
    const stopQueries = client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return;
      if (event.action.type === 'error') forgetOn401(event.action.error);
      if (event.action.type !== 'success' || event.query.queryHash !== hashKey(sessionQuery.queryKey)) return;
      const [before, now] = [known, userIdNow()];
      known = now;
      if (now !== null) apiClient.allowWrites();
      if (before === null || before === now) return;
      if (now !== null) forgetResponses(client);
      // Data set by forgetSession has been cleared already.
      else if (event.action.manual !== true) forget();
    });
    const stopMutations = client.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') forgetOn401(event.action.error);
    });
    return () => {
      stopQueries();
      stopMutations();
    };
  }, [client]);
}

/** Prevents writes in the name of another user who signed in in another tab, which shares the cookie. */
function useSignedInElsewhere(userId: string | null): void {
  const client = useQueryClient();
  useEffect(() => {
    apiClient.csrf.belongTo(userId, () => void client.invalidateQueries({ queryKey: sessionQuery.queryKey }));
  }, [client, userId]);
}

const STORAGE_KEY = 'wasSignedIn';

function loadWasSignedIn(): boolean {
  // In the desktop app the main process stores the session; pages store nothing between runs.
  return readBridge() !== undefined || readStored(STORAGE_KEY) === 'yes';
}

/** Without storage the landing page shows briefly at the next start. */
function saveWasSignedIn(isSignedIn: boolean): void {
  writeStored(STORAGE_KEY, isSignedIn ? 'yes' : null);
}
