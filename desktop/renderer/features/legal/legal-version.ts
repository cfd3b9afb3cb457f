/** Day of the draft texts, ISO date. The operator's own texts carry their own. */
export const LEGAL_DRAFT_DATE = '2026-11-21';
