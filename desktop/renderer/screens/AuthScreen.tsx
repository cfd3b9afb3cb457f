import { lazy, Suspense, useId } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { ROLES } from '#shared/api/endpoint.ts';
import { useAuth } from '../features/auth/auth-provider.tsx';
import { LoginForm } from '../features/auth/components/LoginForm.tsx';
import { pathAfterSignIn } from '../features/auth/next-path.ts';
import { usePageTitle } from '../lib/page-title.ts';
import { Card } from '../ui/Card.tsx';
import { FullScreenSpinner } from '../ui/FullScreenSpinner.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Tabs } from '../ui/Tabs.tsx';

/** Whoever logs in loads nothing of it. */
const RegisterForm = lazy(async () => ({ default: (await import('../features/auth/components/RegisterForm.tsx')).RegisterForm }));

type Mode = 'login' | 'register';

const TITLES: Record<Mode, { title: string; text: string }> = {
  login: { title: 'Welcome back', text: 'Log in to go on where you left off.' },
  register: { title: 'Create your account', text: 'Choose what you come for; the rest takes a minute.' },
};

/** /auth: login and registration as two tabs of the address (`?mode=register&role=teacher`); sends on who is signed in. */
export function AuthScreen() {
  const { user, isLoading } = useAuth();
  const [search, setSearch] = useSearchParams();
  const mode: Mode = search.get('mode') === 'register' ? 'register' : 'login';
  usePageTitle(mode === 'register' ? 'Register' : 'Log in');
  const titleId = useId();
  if (user) return <Navigate to={pathAfterSignIn(user.role, search.get('next'), globalThis.location.origin)} replace />;
  if (isLoading) return <FullScreenSpinner label="Loading" isLabelHidden />;

  const changeMode = (next: Mode): void => {
    setSearch(
      (current) => {
        const changed = new URLSearchParams(current);
        changed.set('mode', next);
        return changed;
      },
      { replace: true },
    );
  };
  const { title, text } = TITLES[mode];
  const role = ROLES.find((candidate) => candidate === search.get('role'));
  const registration = (
    <Suspense fallback={<Skeleton className="h-[40rem]" />}>
      <RegisterForm role={role} />
    </Suspense>
  );
  return (
    <div className={`mx-auto w-full flex-1 px-4 py-8 sm:px-8 sm:py-14 ${mode === 'register' ? 'max-w-[45rem]' : 'max-w-[30rem]'}`}>
      <h1 id={titleId} tabIndex={-1} className="font-serif text-3xl font-semibold tracking-tight sm:text-4xl">
        {title}
      </h1>
      <p className="mt-2 text-base text-text-muted">{text}</p>
      <Card as="section" aria-labelledby={titleId} className="mt-6 sm:p-7 sm:pt-5">
        <Tabs
          label="Log in or register"
          value={mode}
          onChange={changeMode}
          items={[
            { value: 'login', label: 'Log in', content: <LoginForm /> },
            { value: 'register', label: 'Register', content: registration },
          ]}
        />
      </Card>
    </div>
  );
}
