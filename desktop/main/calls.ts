import type { CallBoxAction, CallCalls, TraySettings } from '#shared/bridge/calls.ts';
import type { LiveCalls } from '#shared/bridge/live.ts';
import type { LiveSession } from '#shared/realtime/live-session.ts';
import { NO_ALERTS, type AlertEffect, type AlertState } from './core/call-alert-state.ts';
import { advanceAlerts, type AlertEvent } from './core/call-alerts.ts';
import { toAlertPush } from './core/call-alert-pushes.ts';
import { indicatorsOf, type CallIndicators } from './core/call-indicators.ts';
import type { CallActivation } from './core/call-toast.ts';
import type { HandlersOf } from './core/handle-call.ts';
import { hasTray } from './core/tray-images.ts';
import { trayMenu, type PresenceChoice, type TrayActions } from './core/tray-menu.ts';
import { CallPresenter } from './call-presenter.ts';
import type { AccountSession } from './platform/account.ts';
import { onCallActivation, showNotice } from './platform/call-notification.ts';
import { sendToWindows } from './platform/ipc.ts';
import { onResume, quitApp, type LifecycleEvents } from './platform/lifecycle.ts';
import type { LiveFollower } from './platform/live.ts';
import { isFocused, storePlace, type MainWindow } from './platform/main-window.ts';
import type { SettingsStore } from './platform/settings-store.ts';
import type { TrayLook } from './platform/tray.ts';
import { createWindowController, type WindowController, type OpenOptions } from './window.ts';

/** Dependencies of the call alerts. */
interface CallParts {
  platform: NodeJS.Platform;
  /** XDG_CURRENT_DESKTOP on Linux. */
  desktop: string | undefined;
  settings: SettingsStore;
  account: () => AccountSession;
  preloadFile: string;
  hasDevTools: boolean;
  /** Folder of the images of the tray. */
  traysDir: string;
  live: () => LiveSession;
  openWindow: (how: OpenOptions) => MainWindow;
  /** The member chose in the tray to appear away, or no longer to. */
  onAway: (isAway: boolean) => void;
  /** The member has closed the window, which does not only hide it. */
  onWindowClosed: () => void;
  /** The page is loaded again, has crashed, or its window is gone. */
  onPageGone: () => void;
  /** What closing the window does, by the member's choice or the policy. */
  closeBehaviour: () => 'tray' | 'quit';
}

/** The calls of other modules that the alerts follow. */
type WatchedCalls = Pick<LiveCalls, 'connectLive' | 'emitLive' | 'getLiveState'>;

/** Call alerts, tray and the app's window, which depend on each other. */
export interface Calls {
  window: WindowController;
  follower: LiveFollower;
  handlers: HandlersOf<CallCalls>;
  /** Returns the handlers of other modules, followed by the alerts. */
  watch: <Handlers extends HandlersOf<WatchedCalls>>(handlers: Handlers) => Handlers;
  /** Shows in the tray how much is unread. */
  showUnread: (count: number) => void;
  /** Shows the tray, and handles a notification that started the app. */
  start: () => void;
  /** True where closing the window leaves the app in the tray. */
  staysInTray: () => boolean;
  /** True while the live link is replaced, which is no sign-out. */
  isRenewing: () => boolean;
  /** True while a call rings, is being connected or is going on. */
  hasCall: () => boolean;
  lifecycle: Omit<LifecycleEvents, 'onQuit'>;
  stop: () => void;
}

/** Creates the alerts of calls. Nothing is shown before `start`. */
export function createCalls(parts: CallParts): Calls {
  const alerts = new CallAlerts(parts);
  return {
    window: alerts.window,
    follower: alerts.follower,
    handlers: alerts.handlers,
    watch: (handlers) => alerts.watch(handlers),
    showUnread: (count) => alerts.showUnread(count),
    start: () => alerts.start(),
    staysInTray: () => alerts.staysWithoutWindows(),
    isRenewing: () => alerts.isRenewing,
    hasCall: () => alerts.hasCall(),
    lifecycle: {
      onActivate: () => alerts.window.show(),
      onBeforeQuit: alerts.window.allowClosing,
      staysWithoutWindows: () => alerts.staysWithoutWindows(),
    },
    stop: () => alerts.stop(),
  };
}

/** Wires the state machine to the live link, the page and the indicators. */
class CallAlerts {
  readonly window: WindowController;
  readonly follower: LiveFollower = {
    onStatus: (status) => this.followStatus(status),
    onPush: (name, payload) => {
      const event = toAlertPush(name, payload);
      if (event) this.dispatch(event);
    },
  };
  readonly handlers: HandlersOf<CallCalls>;
  private readonly parts: CallParts;
  private readonly isTrayShown: boolean;
  private state: AlertState = NO_ALERTS;
  private readonly queue: AlertEvent[] = [];
  private isRunning = false;
  isRenewing = false;
  private unread = 0;
  private presence: PresenceChoice = 'automatic';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly presenter: CallPresenter;
  /** A notification that started the app names this call, which may still ring. */
  private activation: CallActivation | null = null;

  constructor(parts: CallParts) {
    this.parts = parts;
    this.isTrayShown = hasTray(parts.platform, parts.desktop);
    this.window = createWindowController({
      open: parts.openWindow,
      storePlace: (window) => storePlace(window, parts.settings),
      navigate: (path) => sendToWindows('navigate', { path }),
      staysInTray: () => this.staysWithoutWindows() && this.parts.live().status !== 'off',
      hasCall: () => this.hasCall(),
      isTalking: () => this.state.page.call !== null && this.state.call !== null && this.state.phase !== 'ringing',
      hangUp: () => this.dispatch({ type: 'hang-up' }),
      onMemberClosed: parts.onWindowClosed,
      onStay: () => this.explainTray(),
      onChange: () => this.followWindow(),
      onPageGone: (isClosed) => {
        this.dispatch({ type: 'page-gone', isClosed });
        parts.onPageGone();
      },
    });
    this.presenter = new CallPresenter({
      ...parts,
      window: this.window,
      act: (callId, action) => this.act(callId, action),
      render: () => this.render(),
    });
    this.handlers = {
      reportCall: (report) => this.dispatch({ type: 'report', report }),
      getTraySettings: () => this.traySettings(),
      getCallBox: () => this.indicators().box,
      actInCallBox: (callId, action) => this.act(callId, action),
    };
  }

  showUnread(count: number): void {
    this.unread = count;
    this.render();
  }

  hasCall(): boolean {
    return this.state.call !== null;
  }

  staysWithoutWindows(): boolean {
    return this.isTrayShown && this.parts.closeBehaviour() === 'tray';
  }

  watch<Handlers extends HandlersOf<WatchedCalls>>(handlers: Handlers): Handlers {
    return {
      ...handlers,
      connectLive: async (userId: string) => {
        await handlers.connectLive(userId);
        this.dispatch({ type: 'page-connected' });
        return handlers.getLiveState();
      },
      emitLive: (name: string, payload: unknown) => {
        const callId = (payload as { callId?: unknown } | null)?.callId;
        this.dispatch({ type: 'intent', name, callId: typeof callId === 'string' ? callId : null });
        return handlers.emitLive(name, payload);
      },
    };
  }

  start(): void {
    onResume(() => this.dispatch({ type: 'woke-up' }));
    onCallActivation(this.parts.platform, (activation) => this.activate(activation));
    if (this.isTrayShown) this.presenter.addTray(this.trayLook(this.indicators()));
  }

  stop(): void {
    clearTimeout(this.timer);
    this.presenter.remove();
  }

  /** Advances the machine and runs its effects; events that effects cause follow afterwards. */
  private dispatch(event: AlertEvent): void {
    this.queue.push(event);
    if (this.isRunning) return;
    this.isRunning = true;
    const before = this.state;
    try {
      for (let current = this.queue.shift(); current; current = this.queue.shift()) {
        const { state, effects } = advanceAlerts(this.state, current);
        this.state = state;
        for (const effect of effects) this.run(effect);
      }
    } finally {
      this.isRunning = false;
    }
    // Most pushes and intents change nothing.
    if (this.state !== before) this.render();
  }

  private run(effect: AlertEffect): void {
    switch (effect.type) {
      case 'emit':
        return this.emit(effect);
      case 'page-action':
        return sendToWindows('callAction', effect.action);
      case 'silence-page':
        return sendToWindows('livePush', {
          name: 'call-elsewhere',
          payload: { callId: effect.callId, reason: 'declined', at: new Date().toISOString() },
        });
      case 'open-window':
        return this.window.show();
      case 'renew-device':
        return this.renewDevice();
      case 'start-timer':
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.dispatch({ type: 'expired', callId: effect.callId }), effect.ms);
        return this.resumeActivation(effect.callId);
      case 'stop-timer':
        return clearTimeout(this.timer);
    }
  }

  /** The page has the same socket: for the server, main and page are one device, whose intents it accepts twice. */
  private emit({ name, callId, peerId, role, ...rest }: Extract<AlertEffect, { type: 'emit' }>): void {
    const live = this.parts.live();
    const { userId } = live;
    if (userId === undefined) return;
    const [callerId, calleeId] = role === 'caller' ? [userId, peerId] : [peerId, userId];
    const reason = 'reason' in rest ? { reason: rest.reason } : {};
    void live.emit(name, name === 'call-sync' ? { callId } : { callerId, calleeId, callId, ...reason });
  }

  private renewDevice(): void {
    const live = this.parts.live();
    const { userId } = live;
    if (userId === undefined) return;
    this.isRenewing = true;
    live.disconnect();
    live.connect(userId);
    this.isRenewing = false;
  }

  private followStatus(status: LiveSession['status']): void {
    if (this.isRenewing) return;
    if (status === 'off') {
      this.unread = 0;
      this.presence = 'automatic';
      this.dispatch({ type: 'signed-out' });
      return this.render();
    }
    if (status !== 'live') return this.render();
    this.dispatch({ type: 'linked' });
    this.render();
  }

  private followWindow(): void {
    if (this.isWindowFocused()) this.dispatch({ type: 'looked' });
    this.render();
  }

  private isWindowFocused(): boolean {
    const window = this.window.find();
    return window !== null && isFocused(window);
  }

  private act(callId: string, action: CallBoxAction): void {
    this.dispatch({ type: 'act', callId, action });
  }

  private activate(activation: CallActivation): void {
    const { callId, button } = activation;
    const { call, phase } = this.state;
    if (phase !== 'ringing' || call?.callId !== callId) {
      // The app was started by it: the call arrives with the link, if it still rings.
      this.activation = activation;
      return;
    }
    if (button === null) return this.presenter.focusBox();
    const answer = call.callType === 'video' ? 'answer-video' : 'answer-voice';
    this.act(callId, button === 'decline' ? 'decline' : answer);
  }

  private resumeActivation(callId: string): void {
    const { activation } = this;
    this.activation = null;
    if (activation?.callId === callId) this.activate(activation);
  }

  private indicators(): CallIndicators {
    return indicatorsOf(this.state, {
      link: this.parts.live().status,
      unread: this.unread,
      isQuiet: this.parts.settings.current.isQuiet,
      isWindowFocused: this.isWindowFocused(),
    });
  }

  private render(): void {
    const indicators = this.indicators();
    this.presenter.show(indicators, this.trayLook(indicators));
  }

  private trayLook({ tray, tooltip }: CallIndicators): TrayLook {
    const conditions = {
      isSignedIn: tray !== 'signed-out',
      presence: this.presence,
      isQuiet: this.parts.settings.current.isQuiet,
    };
    return { state: tray, tooltip, menu: trayMenu(this.state, conditions, this.trayActions) };
  }

  private readonly trayActions: TrayActions = {
    answer: (callId, isCameraOn) => this.act(callId, isCameraOn ? 'answer-video' : 'answer-voice'),
    decline: (callId) => this.act(callId, 'decline'),
    control: (type) => this.dispatch({ type }),
    callBack: (callId) => this.dispatch({ type: 'call-back', callId }),
    choosePresence: (choice) => {
      this.presence = choice;
      this.parts.onAway(choice === 'away');
      this.render();
    },
    setQuiet: (isQuiet) => this.change({ isQuiet }),
    open: () => this.window.show(),
    quit: quitApp,
  };

  private change(changes: Partial<Pick<TraySettings, 'isQuiet'>>): void {
    this.parts.settings.update(changes);
    sendToWindows('traySettings', this.traySettings());
    this.render();
  }

  private traySettings(): TraySettings {
    return { isQuiet: this.parts.settings.current.isQuiet };
  }

  private explainTray(): void {
    if (this.parts.settings.current.isTrayNoticeShown) return;
    this.parts.settings.update({ isTrayNoticeShown: true });
    showNotice(
      'Lyceum is still running',
      'Calls and messages still reach you. To quit, use the menu of the tray icon.',
    );
  }
}
