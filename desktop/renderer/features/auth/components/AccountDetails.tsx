import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Name } from '../../../ui/Name.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { accountQuery } from '../api/queries.ts';
import { ROLE_TEXTS } from '../role-texts.ts';
import { useFocusBack } from '../hooks/use-focus-back.ts';
import { EmailForm } from './EmailForm.tsx';
import { EmailState } from './EmailState.tsx';
import { UsernameForm } from './UsernameForm.tsx';
import type { Elements } from '../../../ui/elements.ts';

/** Shows name, username, email address and role, and the forms that change them. */
export function AccountDetails() {
  const query = useQuery(accountQuery);
  const { data } = query;
  const [editing, setEditing] = useState<'username' | 'email'>();
  const usernameTrigger = useFocusBack(editing === 'username');
  const emailTrigger = useFocusBack(editing === 'email');
  if (data === undefined) return <QueryState query={query} skeleton={<Skeleton className="h-56 w-full" />} />;
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
      <Entry
        title="Name"
        action={
          <TextLink to={data.role === 'creator' ? '/library?settings=profile' : '/profile'}>
            Change on your profile
          </TextLink>
        }
      >
        <Name className="wrap-anywhere">{data.fullName}</Name>
      </Entry>
      <Entry
        title="Username"
        action={change('username', 'Change username')}
        form={editing === 'username' && <UsernameForm username={data.username} onDone={close} />}
      >
        <bdi className="wrap-anywhere">{data.username}</bdi>
      </Entry>
      <Entry
        title="Email"
        action={change('email', 'Change email address')}
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
      </Entry>
      <Entry title="Role">{`${role?.title ?? ''}. It can't be changed.`}</Entry>
    </dl>
  );
}

interface EntryProps {
  title: string;
  children: ReactNode;
  action?: Elements;
  form?: Elements;
}

function Entry({ title, children, action, form }: EntryProps) {
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
