import { useAuth } from '../../features/auth/auth-provider.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';

/** Shows in the desktop app that the server is unreachable, which is why no one is signed in. */
export function ServerBanner() {
  const { error, retry } = useAuth();
  if (error === null) return null;
  return (
    <Banner
      action={
        <Button size="sm" onClick={retry}>
          Try again
        </Button>
      }
    >
      The server is not responding.
    </Banner>
  );
}
