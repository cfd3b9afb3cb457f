import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { describeFailure } from '../../../lib/failure.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { LINK_CLASSES } from '../../../ui/button-classes.ts';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';
import { Name } from '../../../ui/Name.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { accountQuery } from '../api/queries.ts';
import { ROLE_TEXTS } from '../roles.ts';
import { useFocusBack } from '../hooks/use-focus-back.ts';
import { EmailForm } from './EmailForm.tsx';
import { EmailState } from './EmailState.tsx';
import { UsernameForm } from './UsernameForm.tsx';

/** Name, username, e-mail address and role, with the ways to change them. */
export function AccountDetails() {
  const { data, error, isFetching, refetch } = useQuery(accountQuery);
  const [editing, setEditing] = useState<'username' | 'email'>();
  const usernameTrigger = useFocusBack(editing === 'username');
  const emailTrigger = useFocusBack(editing === 'email');
  if (data === undefined) {
    if (error) return <ErrorPanel {...describeFailure(error)} isRetrying={isFetching} onRetry={() => void refetch()} />;
    return <Skeleton className="h-56 w-full" />;
  }
  const close = (): void => setEditing(undefined);
  const role = ROLE_TEXTS.find((candidate) => candidate.role === data.role);
  const change = (field: 'username' | 'email', label: string) =>
    editing !== field && (
      <Button
        ref={field === 'username' ? usernameTrigger : emailTrigger}
        size="sm"
        aria-label={label}
        onClick={() => setEditing(field)}
      >
        Change
      </Button>
    );
  return (
    <dl className="divide-y divide-border">
      <Line
        title="Name"
        action={
          data.role !== 'creator' && (
            <Link to="/profile" className={LINK_CLASSES}>
              Change on your profile
            </Link>
          )
        }
      >
        <Name className="wrap-anywhere">{data.fullName}</Name>
      </Line>
      <Line
        title="Username"
        action={change('username', 'Change username')}
        form={editing === 'username' && <UsernameForm username={data.username} onDone={close} />}
      >
        <bdi className="wrap-anywhere">{data.username}</bdi>
      </Line>
      <Line
        title="E-mail"
        action={change('email', 'Change e-mail address')}
        form={
          <>
            <EmailState account={data} />
            {editing === 'email' && <EmailForm onDone={close} />}
          </>
        }
      >
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="wrap-anywhere">{data.email}</bdi>
          <Badge tone={data.isEmailVerified ? 'success' : 'warning'}>
            {data.isEmailVerified ? 'Confirmed' : 'Not confirmed'}
          </Badge>
        </span>
      </Line>
      <Line title="Role">{role?.title}. It is chosen once and stays.</Line>
    </dl>
  );
}

interface LineProps {
  title: string;
  children: ReactNode;
  action?: ReactNode;
  form?: ReactNode;
}

function Line({ title, children, action, form }: LineProps) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
      <dt className="w-24 shrink-0 text-text-muted">{title}</dt>
      <dd className="flex min-w-0 flex-1 basis-52 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="min-w-0">{children}</span>
        {action}
      </dd>
      {form && <dd className="w-full empty:hidden">{form}</dd>}
    </div>
  );
}
