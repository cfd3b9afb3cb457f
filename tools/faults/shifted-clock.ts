/**
 * Preloaded into a node whose clock is wrong: shifts `Date` by FAULTS_CLOCK_SHIFT_MS. The monotonic clock is right, as
 * on a machine whose time was set wrongly.
 */
const shiftMs = Number(process.env['FAULTS_CLOCK_SHIFT_MS'] ?? 0);
const RealDate = Date;

class ShiftedDate extends RealDate {
  constructor(...parts: readonly unknown[]) {
    super(...((parts.length === 0 ? [RealDate.now() + shiftMs] : parts) as [number]));
  }

  static override now(): number {
    return RealDate.now() + shiftMs;
  }
}

if (shiftMs !== 0) globalThis.Date = ShiftedDate as unknown as DateConstructor;

export {};
