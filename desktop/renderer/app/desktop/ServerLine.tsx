import { useAuth } from '../../features/auth/auth-provider.tsx';
import { QUIET_LINK_CLASSES } from '../../ui/button-classes.ts';

interface ServerLineProps {
  /** Origin of the server. */
  serverUrl: string;
  /** Opens the page that chooses another server. */
  onChange: () => void;
}

/** Shows the server of the desktop app, with a button that changes it while no one is signed in. */
export function ServerLine({ serverUrl, onChange }: ServerLineProps) {
  const { user } = useAuth();
  return (
    <>
      Server: <span dir="ltr">{new URL(serverUrl).host}</span>{' '}
      {user === null && (
        <button type="button" onClick={onChange} className={`${QUIET_LINK_CLASSES} py-1`}>
          Change server
        </button>
      )}
    </>
  );
}
