import type { Bounds } from './window-state.ts';

/** Width of the call box, and its distance from the edges of the display. */
const BOX = { width: 380, margin: 16 } as const;

/** Returns the bounds of the call box: a corner of the display, where the system shows its notifications. */
export function boxBounds(area: Bounds, { height, isAtTop }: { height: number; isAtTop: boolean }): Bounds {
  return {
    x: area.x + area.width - BOX.width - BOX.margin,
    y: isAtTop ? area.y + BOX.margin : area.y + area.height - height - BOX.margin,
    width: BOX.width,
    height,
  };
}
