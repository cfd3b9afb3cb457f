/** A rectangle on the desktop in device-independent pixels. */
export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Smallest window that every page is laid out for. */
export const MIN_WINDOW = { width: 800, height: 600 } as const;
/** Size of the first window, where the display has room. */
const FIRST_WINDOW = { width: 1280, height: 800 } as const;
/** How much of a window has to be on a display to be reached with the pointer. */
const VISIBLE_PX = 100;

/**
 * Where a window opens: where it was, when a display still shows enough of it there, and never larger than that
 * display; otherwise in the middle of the first.
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
