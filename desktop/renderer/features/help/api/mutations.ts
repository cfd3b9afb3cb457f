import { helpEndpoints, type HelpArticleId, type SupportInput } from '#shared/api/help.ts';
import { call } from '../../../lib/http/api.ts';

/** Says whether an article helped. Errors as call's. */
export async function rateArticle(id: HelpArticleId, isHelpful: boolean): Promise<void> {
  await call(helpEndpoints.rateArticle, { params: { id }, body: { isHelpful } });
}

/** Tells those who write the help what was not found; that this fails is nobody's concern. */
export async function noteSearch(query: string): Promise<void> {
  try {
    await call(helpEndpoints.noteSearch, { body: { query } });
  } catch {
    // The search itself has worked.
  }
}

/** Sends a message to whoever runs this Lyceum; the same key makes a repeat safe. Errors as call's. */
export async function sendSupport(input: SupportInput, idempotencyKey: string): Promise<void> {
  await call(helpEndpoints.createSupportRequest, { body: input }, { idempotencyKey });
}
