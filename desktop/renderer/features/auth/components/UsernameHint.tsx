import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { usernameSchema } from '#shared/api/auth.schema.ts';
import { Button } from '../../../ui/Button.tsx';
import { usernameQuery } from '../api/queries.ts';
import { useDebounced } from '../../../lib/page/use-debounced.ts';

/** Pause in typing after which the server is queried. */
const TYPING_PAUSE_MS = 400;

interface UsernameHintProps {
  username: string;
  /** Called when the user chooses the suggested name. */
  onTake: (suggestion: string) => void;
  /** A name the server suggested when it rejected the form. */
  suggestion?: string | undefined;
}

/** Shows while typing whether the username is free; suggests another when it is taken. */
export function UsernameHint({ username, onTake, suggestion }: UsernameHintProps) {
  const settled = useDebounced(username.trim(), TYPING_PAUSE_MS);
  const { data } = useQuery({ ...usernameQuery(settled), enabled: usernameSchema.safeParse(settled).success });
  const isCurrent = settled === username.trim();
  const offered = isCurrent ? (data?.suggestion ?? suggestion) : undefined;
  if (isCurrent && data?.available === true) {
    return (
      <span role="status" className="flex items-center gap-1.5 text-success">
        <Check className="size-3.5" />
        <span>
          <bdi>{settled}</bdi> is free
        </span>
      </span>
    );
  }
  if (offered !== undefined) {
    return (
      <span role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span>
          <bdi>{settled}</bdi> is taken.
        </span>
        <Button size="sm" onClick={() => onTake(offered)}>
          {`Use ${offered}`}
        </Button>
      </span>
    );
  }
  if (isCurrent && data?.available === false) return <span role="status">This username is taken.</span>;
  return (
    <span role="status">Other members find and mention you by it. Letters, digits, dots, dashes and underscores.</span>
  );
}
