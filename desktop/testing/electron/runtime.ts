import type { Browser } from 'playwright-core';

/** What one launch of the fake is made with; every module of it shares this. */
export interface Runtime {
  browser: Browser;
  platform: NodeJS.Platform;
  argv: string[];
  /** Folder of the profile unless the app chooses another. */
  userData: string;
  isPackaged: boolean;
  version: string;
  displays: Rectangle[];
  /** The notification whose activation started the app. */
  activation?: Electron.ActivationArguments;
  /** The system's list of notifications, which outlives a launch; one of its own when omitted. */
  notificationCenter?: NotificationCenter;
  /** Host and port of the system's proxy; null or absent without one. A test may change it. */
  systemProxy?: string | null;
}

/** The system's list of notifications, with those of launches that crashed, oldest first. */
export type NotificationCenter = { title: string; body: string }[];

/** A rectangle in device-independent pixels. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What a handler gets that may keep something from happening. */
export interface PreventableEvent {
  readonly defaultPrevented: boolean;
  preventDefault(): void;
}

/** Makes an event; anything in `details` is on it. */
export function createEvent<Details extends object>(details: Details): Details & PreventableEvent {
  let isPrevented = false;
  return Object.assign(
    Object.create({
      get defaultPrevented() {
        return isPrevented;
      },
      preventDefault() {
        isPrevented = true;
      },
    }) as PreventableEvent,
    details,
  );
}
