import { useEffect, useRef } from 'react';
import type { AppInfo } from '#shared/bridge/shell.ts';
import { UpdateStatus } from '../../features/updates/components/UpdateStatus.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClasses } from '../../ui/button-classes.ts';
import { ShellPage } from './ShellPage.tsx';

interface UpdateScreenProps {
  info: AppInfo;
  /** Oldest version that the server serves. */
  requiredVersion: string;
  onChangeServer: () => void;
}

/** Explains that the server no longer serves this version of the desktop app, and where to get a newer one. */
export function UpdateScreen({ info, requiredVersion, onChangeServer }: UpdateScreenProps) {
  const linkRef = useRef<HTMLAnchorElement>(null);
  // The screen replaces the page that had the focus.
  useEffect(() => linkRef.current?.focus(), []);
  const server = info.serverUrl ?? '';
  return (
    <ShellPage
      title="Update Lyceum"
      intro={
        <>
          <span>The server</span> <span dir="ltr">{new URL(server).host}</span>{' '}
          <span>{`requires version ${requiredVersion} of this app or newer. You have version ${info.version}.`}</span>
        </>
      }
    >
      <p className="mt-4">
        Get the new version from the people who run your server, and install it over this one. On a computer of your
        school or organisation, ask its administrator. Until then, you can use Lyceum in your browser.
      </p>
      <UpdateStatus />
      <div className="mt-6 flex flex-wrap gap-3">
        <a
          ref={linkRef}
          href={server}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClasses('primary', 'lg')}
        >
          Open in your browser
        </a>
        {!info.policy.managed.includes('serverUrl') && (
          <Button size="lg" onClick={onChangeServer}>
            Change server
          </Button>
        )}
      </div>
    </ShellPage>
  );
}
