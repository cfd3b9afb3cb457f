import { useMutation } from '@tanstack/react-query';
import { helpEndpoints, type HelpArticleId, type SupportInput } from '#shared/api/help.ts';
import { call } from '../../../lib/http/api.ts';
import { useOnce } from '../../../lib/http/use-once.ts';

/** Stores whether an article was helpful; the vote shows a failure. */
export function useRateArticle(id: HelpArticleId) {
  return useMutation({
    mutationFn: (isHelpful: boolean) => call(helpEndpoints.rateArticle, { params: { id }, body: { isHelpful } }),
    meta: { action: null },
  });
}

/** Reports a search without results to the authors of the help; ignores failures. */
export async function noteSearch(query: string): Promise<void> {
  try {
    await call(helpEndpoints.noteSearch, { body: { query } });
  } catch {
    // The search itself has worked.
  }
}

/** Sends a message to the operators; a retry sends it once. The form shows a failure. */
export function useSendSupport() {
  const once = useOnce();
  return useMutation({
    mutationFn: (body: SupportInput) =>
      once(body, (options) => call(helpEndpoints.createSupportRequest, { body }, options)),
    meta: { action: null },
  });
}
