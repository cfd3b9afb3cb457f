import { BrowserWindow, ipcMain } from 'electron';
import {
  BRIDGE_CALLS,
  BRIDGE_EVENTS,
  callChannel,
  eventChannel,
  type BridgeCall,
  type BridgeEvent,
  type BridgeEvents,
} from '#shared/bridge/contract.ts';
import { handleCall, type BridgeHandlers, type CallSender } from '../core/handle-call.ts';
import { pageOf } from '../core/navigation.ts';
import { windowPageOf } from './app-window.ts';

/** Registers a handler for every call of the bridge; each call's sender and arguments are checked first. */
export function serveBridge(handlers: BridgeHandlers, onError: (name: string, error: unknown) => void): void {
  for (const name of Object.keys(BRIDGE_CALLS) as BridgeCall[]) {
    ipcMain.handle(callChannel(name), (event, ...args: unknown[]) =>
      handleCall(name, { sender: senderOf(event), args }, { handlers, onError }),
    );
  }
}

function senderOf({ sender, senderFrame }: Electron.IpcMainInvokeEvent): CallSender {
  return (
    senderFrame && {
      url: senderFrame.url,
      isMainFrame: senderFrame.parent === null,
      windowPage: windowPageOf(sender),
    }
  );
}

/** Sends an event to every window that shows the event's page. */
export function sendToWindows<Name extends BridgeEvent>(name: Name, event: BridgeEvents[Name]): void {
  for (const window of BrowserWindow.getAllWindows()) {
    if (window.isDestroyed() || window.webContents.isDestroyed()) continue;
    const { webContents } = window;
    const page = pageOf(webContents.getURL());
    if (page === BRIDGE_EVENTS[name] && page === windowPageOf(webContents)) webContents.send(eventChannel(name), event);
  }
}
