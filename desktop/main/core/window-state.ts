/** A rectangle on the desktop in device-independent pixels. */
export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Smallest size that the pages are designed for. */
export const MIN_WINDOW = { width: 800, height: 600 } as const;
/** Size of the first window, if the display is large enough. */
const FIRST_WINDOW = { width: 1280, height: 800 } as const;
/** How many pixels of a window must be on a display so that the pointer can reach it. */
const VISIBLE_PX = 100;

/**
 * Returns the bounds of a window: the saved ones if a display still shows enough of them, limited to the size of that
 * display; otherwise the centre of the first display.
 */
export function placeWindow(saved: Bounds | null, workAreas: readonly Bounds[]): Bounds {
  const primary = workAreas[0] ?? { x: 0, y: 0, ...FIRST_WINDOW };
  const home = saved && workAreas.find((area) => isReachable(saved, area));
  if (!saved || !home) return centre(FIRST_WINDOW, primary);
  const width = Math.min(Math.max(saved.width, MIN_WINDOW.width), home.width);
  const height = Math.min(Math.max(saved.height, MIN_WINDOW.height), home.height);
  // The title bar must stay below the top of the display.
  return { x: saved.x, y: Math.max(saved.y, home.y), width, height };
}

function isReachable(window: Bounds, area: Bounds): boolean {
  const across = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  const isTitleInside = window.y >= area.y - VISIBLE_PX && window.y <= area.y + area.height - VISIBLE_PX;
  return across >= VISIBLE_PX && isTitleInside;
}

function centre(size: { width: number; height: number }, area: Bounds): Bounds {
  const width = Math.min(size.width, area.width);
  const height = Math.min(size.height, area.height);
  return {
    x: area.x + Math.round((area.width - width) / 2),
    y: area.y + Math.round((area.height - height) / 2),
    width,
    height,
  };
}
