import { useAuth } from '../../features/auth/auth-provider.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';

/** Says why nobody is signed in while the server is silent: in the web app it is the server that brought the page. */
export function ServerNotice() {
  const { error, retry } = useAuth();
  if (error === null) return null;
  return (
    <Banner
      tone="warning"
      action={
        <Button size="sm" onClick={retry}>
          Try again
        </Button>
      }
    >
      The server does not answer right now.
    </Banner>
  );
}
