import type { SuggestionView } from '#shared/api/connections.ts';
import { useDismissSuggestion, useRequestConnection } from '../api/mutations.ts';

/** The actions on one suggestion: send a request to connect, or dismiss it. */
export function useSuggestion(suggestion: SuggestionView) {
  const { mutate, isPending } = useRequestConnection({ action: 'send the request' });
  const { mutate: dismiss } = useDismissSuggestion();
  return {
    isRequesting: isPending,
    connect: () => mutate({ user: suggestion.user }),
    dismiss: () => dismiss(suggestion),
  };
}
