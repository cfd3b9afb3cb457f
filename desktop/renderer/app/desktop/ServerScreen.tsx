import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import type { Bridge } from '#shared/bridge/contract.ts';
import type { AppInfo } from '#shared/bridge/shell.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ManagedNote } from '../../ui/ManagedNote.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ShellPage } from './ShellPage.tsx';

interface ServerScreenProps {
  bridge: Pick<Bridge, 'setServer'>;
  info: AppInfo;
  /** Returns to the app; undefined at the first start, when no server is set. */
  onCancel: (() => void) | undefined;
}

/** Sets the server of the desktop app. The main process reloads the app when the address is valid. */
export function ServerScreen({ bridge, info, onCancel }: ServerScreenProps) {
  const allowed = info.policy.values.allowedServers;
  const [address, setAddress] = useState(() => firstAddress(info));
  const [problem, setProblem] = useState<string>();
  const [isChecking, setIsChecking] = useState(false);
  const inputRef = useRef<HTMLInputElement>(null);
  const selectRef = useRef<HTMLSelectElement>(null);
  const focus = (): void => (inputRef.current ?? selectRef.current)?.focus();
  useEffect(() => (inputRef.current ?? selectRef.current)?.focus(), []);

  const connect = async (): Promise<void> => {
    setProblem(undefined);
    setIsChecking(true);
    try {
      const result = await bridge.setServer(address);
      if (result.ok) return;
      setProblem(result.message);
    } catch {
      setProblem('The address could not be checked. Try again.');
    }
    setIsChecking(false);
    focus();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isChecking) void connect();
  };

  return (
    <ShellPage
      title="Choose your server"
      intro={
        'Your school or organisation gives you its address. It stays on this computer and can be changed before you ' +
        'log in.'
      }
    >
      <Card as="section" aria-label="Server" className="mt-6 sm:p-7">
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          {allowed.length > 0 ? (
            <SelectField
              id="server-address"
              label="Server address"
              error={problem}
              ref={selectRef}
              value={address}
              options={allowed.map((url) => ({ value: url, label: new URL(url).host }))}
              onChange={setAddress}
            />
          ) : (
            <TextField
              id="server-address"
              label="Server address"
              hint="For example https://lyceum.example.org"
              error={problem}
              ref={inputRef}
              name="server"
              inputMode="url"
              autoComplete="url"
              autoCapitalize="none"
              spellCheck={false}
              dir="ltr"
              className="h-10"
              value={address}
              onChange={setAddress}
            />
          )}
          {allowed.length > 0 && <ManagedNote />}
          <div role="status" className="sr-only">
            {isChecking ? 'Checking the address' : (problem ?? '')}
          </div>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" variant="primary" size="lg" isLoading={isChecking}>
              Connect
            </Button>
            {onCancel && (
              <Button size="lg" onClick={onCancel}>
                Cancel
              </Button>
            )}
          </div>
        </form>
      </Card>
    </ShellPage>
  );
}

/** Returns the address to begin with: that in use or the suggested one, as far as it can be chosen. */
function firstAddress({ serverUrl, suggestedServerUrl, policy }: AppInfo): string {
  const address = serverUrl ?? suggestedServerUrl;
  const { allowedServers } = policy.values;
  return allowedServers.length === 0 || allowedServers.includes(address) ? address : (allowedServers[0] ?? '');
}
