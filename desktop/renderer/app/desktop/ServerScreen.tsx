import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import type { AppInfo, Bridge } from '#shared/bridge/contract.ts';
import { usePageTitle } from '../../lib/page/page-title.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { TextField } from '../../ui/TextField.tsx';

interface ServerScreenProps {
  bridge: Pick<Bridge, 'setServer'>;
  info: AppInfo;
  /** Returns to the app; undefined at the first start, when no server is set. */
  onCancel: (() => void) | undefined;
}

/** Sets the server of the desktop app. The main process reloads the app when the address is valid. */
export function ServerScreen({ bridge, info, onCancel }: ServerScreenProps) {
  usePageTitle('Choose your server');
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
    <main className="mx-auto flex min-h-dvh w-full max-w-[30rem] flex-col justify-center px-4 py-8 sm:px-8">
      <div className="flex items-center gap-2.5">
        <Logo className="size-8" />
        <span className="font-serif text-xl font-semibold tracking-tight">Lyceum</span>
      </div>
      <h1 tabIndex={-1} className="mt-6 font-serif text-3xl font-semibold tracking-tight">
        Choose your server
      </h1>
      <p className="mt-2 text-base text-text-muted">
        Your school or organisation gives you its address. It stays on this computer and can be changed before you log
        in.
      </p>
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
    </main>
  );
}
