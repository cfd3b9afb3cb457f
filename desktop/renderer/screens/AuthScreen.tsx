import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import type { PendingSignIn } from '#shared/api/auth.ts';
import { ROLES } from '#shared/api/endpoint.ts';
import { useAuth } from '../features/auth/auth-provider.tsx';
import { FormError } from '../features/auth/components/FormError.tsx';
import { LoginForm } from '../features/auth/components/LoginForm.tsx';
import { pathAfterSignIn } from '../features/auth/next-path.ts';
import { usePageTitle } from '../lib/page/page-title.ts';
import { Card } from '../ui/Card.tsx';
import { FullScreenSpinner } from '../ui/FullScreenSpinner.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Tabs } from '../ui/Tabs.tsx';

// Not loaded for a log-in with username and password.
const RegisterForm = lazy(async () => ({
  default: (await import('../features/auth/components/RegisterForm.tsx')).RegisterForm,
}));
const CodeStep = lazy(async () => ({ default: (await import('../features/auth/components/CodeStep.tsx')).CodeStep }));
const KeepAccountStep = lazy(async () => ({
  default: (await import('../features/auth/components/KeepAccountStep.tsx')).KeepAccountStep,
}));
const ForgotPasswordForm = lazy(async () => ({
  default: (await import('../features/auth/components/ForgotPasswordForm.tsx')).ForgotPasswordForm,
}));
const ResetPasswordForm = lazy(async () => ({
  default: (await import('../features/auth/components/ResetPasswordForm.tsx')).ResetPasswordForm,
}));
const VerifyEmail = lazy(async () => ({
  default: (await import('../features/auth/components/VerifyEmail.tsx')).VerifyEmail,
}));

const MODES = ['login', 'register', 'forgot', 'reset', 'verify', 'restore'] as const;
type Mode = (typeof MODES)[number];

const TEXTS: Record<Mode | 'code' | 'keep', { page: string; title: string; text: string }> = {
  login: { page: 'Log in', title: 'Welcome back', text: 'Log in to continue where you left off.' },
  register: {
    page: 'Register',
    title: 'Create your account',
    text: 'Choose your role. The rest takes a minute.',
  },
  forgot: {
    page: 'Forgot password',
    title: 'Forgot your password?',
    text: 'We send a link to the address of your account.',
  },
  reset: { page: 'New password', title: 'Choose a new password', text: 'It replaces the one you forgot.' },
  verify: {
    page: 'Confirm address',
    title: 'Confirm your address',
    text: 'Confirm that this address is yours.',
  },
  restore: {
    page: 'Restore my account',
    title: 'Restore your account',
    text: 'It gets back the address of this email, and a new password.',
  },
  code: { page: 'Second step', title: 'One more step', text: 'Your password is correct. Now enter your code.' },
  keep: {
    page: 'Keep my account',
    title: 'Your account is about to be deleted',
    text: 'You can still change your mind.',
  },
};

/**
 * /auth: log in, register, and recover an account, by `?mode=`; `&role=` preselects a role. Redirects signed-in users.
 */
export function AuthScreen() {
  const { user, isLoading } = useAuth();
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const mode = MODES.find((candidate) => candidate === search.get('mode')) ?? 'login';
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? '';
  // An emailed link belongs to the account it was sent to, not to the signed-in user.
  if (mode === 'reset' || mode === 'verify' || mode === 'restore') {
    return (
      <Frame {...TEXTS[mode]}>
        {mode === 'verify' ? (
          <VerifyEmail key={token} token={token} />
        ) : (
          <ResetPasswordForm key={token} token={token} isRestore={mode === 'restore'} />
        )}
      </Frame>
    );
  }
  if (user) return <Navigate to={pathAfterSignIn(user.role, search.get('next'), globalThis.location.origin)} replace />;
  if (isLoading) return <FullScreenSpinner />;
  if (mode === 'forgot')
    return (
      <Frame {...TEXTS.forgot}>
        <ForgotPasswordForm />
      </Frame>
    );
  return <SignInOrRegister mode={mode} />;
}

function SignInOrRegister({ mode }: { mode: 'login' | 'register' }) {
  const [search, setSearch] = useSearchParams();
  const [pending, setPending] = useState<PendingSignIn>();
  const [failure, setFailure] = useState<string>();
  const back = (reason?: string): void => {
    setPending(undefined);
    setFailure(reason);
  };
  const proceed = (next: PendingSignIn): void => {
    setPending(next);
    setFailure(undefined);
  };
  if (pending && 'twoFactor' in pending)
    return (
      <Frame {...TEXTS.code}>
        <CodeStep onPending={proceed} onBack={back} />
      </Frame>
    );
  if (pending)
    return (
      <Frame {...TEXTS.keep} isStep>
        <KeepAccountStep deletedAfter={pending.deletedAfter} onBack={back} />
      </Frame>
    );

  const changeMode = (next: 'login' | 'register'): void => {
    setSearch(
      (current) => {
        const changed = new URLSearchParams(current);
        changed.set('mode', next);
        return changed;
      },
      { replace: true },
    );
  };
  const role = ROLES.find((candidate) => candidate === search.get('role'));
  const signIn = (
    <div className="flex flex-col gap-4">
      <FormError message={failure} waitSeconds={0} />
      <LoginForm onPending={proceed} />
    </div>
  );
  const registration = (
    <Suspense fallback={<Skeleton className="h-[40rem]" />}>
      <RegisterForm role={role} />
    </Suspense>
  );
  return (
    <Frame {...TEXTS[mode]} isWide={mode === 'register'}>
      <Tabs
        label="Log in or register"
        value={mode}
        onChange={changeMode}
        items={[
          { value: 'login', label: 'Log in', content: signIn },
          { value: 'register', label: 'Register', content: registration },
        ]}
      />
    </Frame>
  );
}

interface FrameProps {
  page: string;
  title: string;
  text: string;
  isWide?: boolean;
  /** Moves focus to the heading, for a step without a field. */
  isStep?: boolean;
  children: ReactNode;
}

function Frame({ page, title, text, isWide = false, isStep = false, children }: FrameProps) {
  usePageTitle(page);
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isStep) heading.current?.focus();
  }, [isStep]);
  return (
    <div className={`mx-auto w-full flex-1 px-4 py-8 sm:px-8 sm:py-14 ${isWide ? 'max-w-[45rem]' : 'max-w-[30rem]'}`}>
      <h1
        ref={heading}
        id={titleId}
        tabIndex={-1}
        className="font-serif text-3xl font-semibold tracking-tight sm:text-4xl"
      >
        {title}
      </h1>
      <p className="mt-2 text-base text-text-muted">{text}</p>
      <Card as="section" aria-labelledby={titleId} className="mt-6 sm:p-7 sm:pt-5">
        <Suspense fallback={<Skeleton className="h-40" />}>{children}</Suspense>
      </Card>
    </div>
  );
}
