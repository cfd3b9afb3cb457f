/** Size of the pages: as wide as the reader, or a factor of the printed size. */
export type Zoom = 'width' | number;

const STEPS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;

/** Returns the next larger or smaller size; the same at the end of the range. */
export function stepZoom(now: number, direction: 1 | -1): number {
  const isBeyond = (step: number): boolean => (direction === 1 ? step > now * 1.01 : step < now * 0.99);
  return (direction === 1 ? STEPS.find(isBeyond) : STEPS.findLast(isBeyond)) ?? now;
}
