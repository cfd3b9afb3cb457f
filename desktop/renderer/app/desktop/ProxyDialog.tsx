import { useState } from 'react';
import type { ProxyChallenge, ProxyCredentials } from '#shared/bridge/network.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';

interface ProxyDialogProps {
  challenge: ProxyChallenge;
  /** The username that was sent before; empty when there is none. */
  lastUsername: string;
  /** Sends the credentials; null cancels. */
  onAnswer: (credentials: ProxyCredentials | null) => void;
}

/** The sign-in to a proxy, which schools and companies put between their network and the internet. */
export function ProxyDialog({ challenge, lastUsername, onAnswer }: ProxyDialogProps) {
  const [username, setUsername] = useState(lastUsername);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const name = challenge.realm === '' ? challenge.proxy : `“${challenge.realm}” (${challenge.proxy})`;
  return (
    <FormDialog
      title="Sign in to your network"
      description={
        `The proxy ${name} requires a username and password. They are not those of your Lyceum account. ` +
        'Lyceum forgets them when you quit.'
      }
      submitLabel="Sign in"
      isSubmitting={false}
      onSubmit={() => {
        if (username === '') return setError('Enter the username for your network.');
        setError(undefined);
        onAnswer({ username, password });
      }}
      onClose={() => onAnswer(null)}
    >
      {challenge.isRetry && (
        <p role="alert" className="text-danger">
          The proxy did not accept this username and password. Check them and try again.
        </p>
      )}
      <TextField
        label="Network username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={error}
        value={username}
        onChange={setUsername}
      />
      <PasswordField
        label="Network password"
        autoComplete="off"
        {...(lastUsername !== '' && { 'data-first-focus': '' })}
        value={password}
        onChange={setPassword}
      />
    </FormDialog>
  );
}
