import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import type { Bridge } from '#shared/bridge/contract.ts';
import type { AppInfo } from '#shared/bridge/shell.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
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
  const [address, setAddress] = useState(info.serverUrl ?? info.suggestedServerUrl);
  const [problem, setProblem] = useState<string>();
  const [isChecking, setIsChecking] = useState(false);
  const inputRef = useRef<HTMLInputElement>(null);
  useEffect(() => inputRef.current?.focus(), []);

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
    inputRef.current?.focus();
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
