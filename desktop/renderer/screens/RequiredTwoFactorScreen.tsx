import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery } from '../features/auth/api/queries.ts';
import { EmailForm } from '../features/auth/components/EmailForm.tsx';
import { EmailState } from '../features/auth/components/EmailState.tsx';
import { TwoFactor } from '../features/auth/components/TwoFactor.tsx';
import { sessionQuery } from '../lib/me.ts';
import { usePageTitle } from '../lib/page/page-title.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';

/** The only page of a user who must set up two-factor sign-in before anything else. */
export function RequiredTwoFactorScreen({ onLogOut }: { onLogOut: () => void }) {
  usePageTitle('Two-factor sign-in');
  const client = useQueryClient();
  const { data: account } = useQuery(accountQuery);
  const [isEditing, setIsEditing] = useState(false);
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-xl flex-col justify-center gap-5 px-4 py-8 sm:px-8">
      <div>
        <h1 tabIndex={-1} className="font-serif text-3xl font-semibold tracking-tight">
          Set up two-factor sign-in
        </h1>
        <p className="mt-2 text-base text-text-muted">
          Your role requires it on this server: signing in asks for a code of an app on your phone as well. You can use
          Lyceum as soon as it is on.
        </p>
      </div>
      <Card className="flex flex-col gap-4">
        {account && !account.isEmailVerified && (
          <div>
            <p>
              Your email address: <bdi className="font-medium wrap-anywhere">{account.email}</bdi>
            </p>
            <EmailState account={account} />
            {isEditing ? (
              <EmailForm onDone={() => setIsEditing(false)} />
            ) : (
              <Button size="sm" className="mt-3" onClick={() => setIsEditing(true)}>
                Change email address
              </Button>
            )}
          </div>
        )}
        <TwoFactor onCodesSaved={() => void client.invalidateQueries({ queryKey: sessionQuery.queryKey })} />
      </Card>
      <Button className="self-start" onClick={onLogOut}>
        Log out
      </Button>
    </main>
  );
}
