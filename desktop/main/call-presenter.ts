import type { CallBoxAction, CallBoxView } from '#shared/bridge/calls.ts';
import type { CallIndicators } from './core/call-indicators.ts';
import type { AccountSession } from './platform/account.ts';
import { createAwakeKeeper, createFlasher } from './platform/attention.ts';
import { createCallBox, type CallBox } from './platform/call-box.ts';
import { showCallNotification } from './platform/call-notification.ts';
import { sendToWindows } from './platform/ipc.ts';
import { createTrayIcon, type TrayIcon, type TrayLook } from './platform/tray.ts';
import type { WindowController } from './window.ts';

/** Height of the call box: a video call has one more button. */
const BOX_HEIGHT = { voice: 248, video: 296 } as const;

/** Dependencies of the indicators. */
interface PresenterParts {
  platform: NodeJS.Platform;
  account: () => AccountSession;
  preloadFile: string;
  hasDevTools: boolean;
  /** Folder of the images of the tray. */
  traysDir: string;
  window: WindowController;
  act: (callId: string, action: CallBoxAction) => void;
  /** Shows the indicators again. */
  render: () => void;
}

/** The indicators of calls outside the page, as they are shown: each change is applied to the system once. */
export class CallPresenter {
  private readonly parts: PresenterParts;
  private readonly box: CallBox;
  /** The call whose box the member closed. */
  private closedBox: string | null = null;
  private shownBox: CallBoxView | null = null;
  private notification: { callId: string; remove: () => void } | null = null;
  private readonly keepAwake = createAwakeKeeper();
  private readonly flash: (isOn: boolean) => void;
  private tray: TrayIcon | null = null;

  constructor(parts: PresenterParts) {
    this.parts = parts;
    this.flash = createFlasher(parts.window.find);
    this.box = createCallBox({
      ...parts,
      onClosed: () => {
        this.closedBox = this.shownBox?.callId ?? null;
        this.shownBox = null;
      },
    });
  }

  addTray(look: TrayLook): void {
    const { traysDir, platform, window } = this.parts;
    this.tray = createTrayIcon({ imagesDir: traysDir, platform, look, onClick: () => window.show() });
  }

  show({ box, notification, isFlashing, awake }: CallIndicators, look: TrayLook): void {
    this.showBox(box);
    this.showNotification(notification);
    this.flash(isFlashing);
    this.keepAwake(awake);
    this.tray?.show(look);
  }

  /** Moves the focus to the call box, and opens it again when the member closed it. */
  focusBox(): void {
    this.closedBox = null;
    this.parts.render();
    this.box.focus();
  }

  remove(): void {
    this.box.close();
    this.notification?.remove();
    this.keepAwake(null);
    this.tray?.remove();
    this.tray = null;
  }

  private showBox(view: CallBoxView | null): void {
    const shown = this.shownBox;
    if (view === null || view.callId === this.closedBox) {
      this.shownBox = null;
      return this.box.close();
    }
    if (shown === null) this.box.open(BOX_HEIGHT[view.callType]);
    this.shownBox = view;
    if (shown?.callId !== view.callId || shown.isQuiet !== view.isQuiet) sendToWindows('callBox', view);
  }

  private showNotification(view: CallBoxView | null): void {
    if (this.notification && this.notification.callId !== view?.callId) {
      this.notification.remove();
      this.notification = null;
    }
    if (!view || this.notification) return;
    const remove = showCallNotification(view, this.parts.platform, {
      onClick: () => this.focusBox(),
      onAction: this.parts.act,
    });
    this.notification = { callId: view.callId, remove };
  }
}
