/** One version of the legal texts. */
interface LegalVersion {
  /** ISO date. The operator's own texts carry their own. */
  date: string;
  /** What is different from the one before, in plain words. */
  changes: readonly string[];
}

/** Every version of the draft texts, the one in force first. */
export const LEGAL_VERSIONS: readonly [LegalVersion, ...LegalVersion[]] = [
  { date: '2026-11-21', changes: ['The first draft of the privacy policy and of the terms.'] },
];
