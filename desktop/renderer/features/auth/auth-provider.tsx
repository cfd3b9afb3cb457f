import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { CurrentUser, LoginInput, PendingSignIn, RegisterInput } from '#shared/api/auth.ts';
import { apiClient } from '../../lib/api.ts';
import { readBridge } from '../../lib/bridge.ts';
import { ApiError } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import {
  clearDrafts,
  enterCode,
  forgetAnswers,
  forgetSession,
  keepAccount,
  login,
  logout,
  register,
} from './api/mutations.ts';
import { sessionQuery } from './api/queries.ts';
import { readFailure } from './failure.ts';
import { clearRegisterDraft } from './register-draft.ts';
import { registrationProblem } from './registration-errors.ts';

/** The session as screens see it. */
export interface Auth {
  /** Null while nobody is signed in, or it is not known yet. */
  user: CurrentUser | null;
  isLoading: boolean;
  /** Why it is not known whether somebody is signed in; null when it is. */
  error: Error | null;
  retry: () => void;
  /** Somebody was signed in on this device when the last visit ended, as far as is known. */
  wasSignedIn: boolean;
  /** The member ended the session themself, rather than arriving without one. */
  hasLoggedOut: boolean;
  /** Signs in, or answers which step is left; a failure shows its notice and is thrown on for the form. */
  login: (input: LoginInput) => Promise<PendingSignIn | null>;
  /** Takes the code of a sign-in that waits for one; failures are thrown. */
  enterCode: (code: string) => Promise<PendingSignIn | null>;
  /** Keeps the account of a sign-in that waits, although its deletion was asked for; failures are thrown. */
  keepAccount: () => Promise<void>;
  /** Registers and signs in; a failure shows its notice and is thrown on for the form. */
  register: (input: RegisterInput) => Promise<void>;
  /** Ends the session here whatever the server says; never throws. */
  logout: () => Promise<void>;
  /** Forgets here a session that the server has ended with the account; never throws. */
  leave: () => Promise<void>;
}

const AuthContext = createContext<Auth | null>(null);

/** Gives the session to everything below. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { data, isPending, error, refetch } = useQuery(sessionQuery);
  const [hasLoggedOut, setHasLoggedOut] = useState(false);
  const [wasSignedIn] = useState(loadSignedInHint);
  const user = data ?? null;
  useSignedOutElsewhere();
  useSignedInElsewhere(user?.id ?? null);
  useEffect(() => {
    if (data !== undefined) saveSignedInHint(data !== null);
  }, [data]);

  const auth = useMemo<Auth>(
    () => ({
      user,
      isLoading: isPending,
      error: data === undefined ? error : null,
      retry: () => void refetch(),
      wasSignedIn,
      hasLoggedOut,
      login: async (input) => {
        const pending = await login(client, input).catch(tell('Login failed', (failed) => readFailure(failed).message));
        if (pending === null) setHasLoggedOut(false);
        return pending;
      },
      enterCode: async (code) => {
        const pending = await enterCode(client, code);
        if (pending === null) setHasLoggedOut(false);
        return pending;
      },
      keepAccount: async () => {
        await keepAccount(client);
        setHasLoggedOut(false);
      },
      register: async (input) => {
        await register(client, input).catch(tell('Registration failed', registrationNotice));
        clearRegisterDraft();
        setHasLoggedOut(false);
      },
      logout: async () => {
        setHasLoggedOut(true);
        await logout().catch(tellPartialLogout);
        await forgetEverything(client);
      },
      leave: async () => {
        setHasLoggedOut(true);
        await forgetEverything(client);
      },
    }),
    [client, data, error, hasLoggedOut, isPending, refetch, user, wasSignedIn],
  );
  return <AuthContext value={auth}>{children}</AuthContext>;
}

/** The session. @throws Error outside {@link AuthProvider}. */
export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (auth === null) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

async function forgetEverything(client: QueryClient): Promise<void> {
  clearDrafts();
  await forgetSession(client, 'everything');
}

/** The mapped message of spec section 5; when the server gave no verdict, what happened instead. */
function registrationNotice(error: unknown): string {
  const failure = readFailure(error);
  return failure.isAnswer ? registrationProblem(failure).message : failure.message;
}

function tell(title: string, describe: (error: unknown) => string) {
  return (error: unknown): never => {
    toast({ title, description: describe(error), variant: 'destructive' });
    throw error;
  };
}

/** Texts: spec section 8. */
function tellPartialLogout(): void {
  toast({
    title: 'Partial logout completed',
    description: "You've been logged out but there might be a server sync issue. Please refresh the page.",
    variant: 'destructive',
  });
}

/**
 * Any answer 401 means that the session has ended: expired, or revoked on another device. The session's own answer is
 * null then, or someone else when they signed in beside this page.
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
      if (event.action.type !== 'success' || event.query.queryKey[0] !== sessionQuery.queryKey[0]) return;
      const [before, now] = [known, userIdNow()];
      known = now;
      if (before === null || before === now) return;
      if (now !== null) forgetAnswers(client);
      // What was set by hand is forgotten already.
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

/** Another tab shares the cookie: when someone else signs in there, this page must not write in their name. */
function useSignedInElsewhere(userId: string | null): void {
  const client = useQueryClient();
  useEffect(() => {
    apiClient.csrf.belongTo(userId, () => void client.invalidateQueries({ queryKey: sessionQuery.queryKey }));
  }, [client, userId]);
}

const HINT_KEY = 'wasSignedIn';

function loadSignedInHint(): boolean {
  // The shell's pages keep nothing between runs, but its main process keeps the session.
  if (readBridge()) return true;
  try {
    return localStorage.getItem(HINT_KEY) === 'yes';
  } catch {
    return false;
  }
}

function saveSignedInHint(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(HINT_KEY, 'yes');
    else localStorage.removeItem(HINT_KEY);
  } catch {
    // Only spares a glimpse of the landing page at the next start.
  }
}
