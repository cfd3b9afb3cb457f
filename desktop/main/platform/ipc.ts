import { BrowserWindow, ipcMain } from 'electron';
import {
  BRIDGE_CALLS,
  callChannel,
  eventChannel,
  type BridgeCall,
  type BridgeEvent,
  type BridgeEvents,
} from '#shared/bridge/contract.ts';
import { answerCall, type BridgeHandlers, type CallSender } from '../core/answer-call.ts';

/** Answers every call of the bridge, after its sender and its arguments were checked. */
export function serveBridge(handlers: BridgeHandlers, onError: (name: string, error: unknown) => void): void {
  for (const name of Object.keys(BRIDGE_CALLS) as BridgeCall[]) {
    ipcMain.handle(callChannel(name), (event, ...args: unknown[]) =>
      answerCall(name, { sender: senderOf(event), args }, { handlers, onError }),
    );
  }
}

function senderOf({ senderFrame }: Electron.IpcMainInvokeEvent): CallSender {
  return senderFrame && { url: senderFrame.url, isMainFrame: senderFrame.parent === null };
}

/** Tells every window of the app. */
export function announce<Name extends BridgeEvent>(name: Name, event: BridgeEvents[Name]): void {
  for (const window of BrowserWindow.getAllWindows()) {
    if (!window.isDestroyed() && !window.webContents.isDestroyed()) window.webContents.send(eventChannel(name), event);
  }
}
