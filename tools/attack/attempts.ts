/** What one part has tried, and what got through. */
export class Attempts {
  tried = 0;
  /** Descriptions of what got through, without repetitions. */
  readonly through = new Set<string>();
  /** Figures that are printed below the table. */
  readonly notes: string[] = [];

  /** Counts one attempt with its findings; none is the expected result. */
  record(findings: readonly string[]): void {
    this.tried += 1;
    for (const finding of findings) this.through.add(finding);
  }

  /** Counts one attempt that must not succeed. */
  refuse(what: string, hasSucceeded: boolean): void {
    this.record(hasSucceeded ? [what] : []);
  }
}
