import { Notification } from 'electron';
import type { CallBoxAction, CallBoxView } from '#shared/bridge/calls.ts';
import { callNoticeOf, callToastXml, readCallActivation, type CallActivation } from '../core/call-toast.ts';

/** Listeners of a call's notification. */
interface NoticeListeners {
  onClick: (callId: string) => void;
  onAction: (callId: string, action: CallBoxAction) => void;
}

/** Shows the system's notification of a call. Returns the function that removes it. */
export function showCallNotification(
  view: CallBoxView,
  platform: NodeJS.Platform,
  { onClick, onAction }: NoticeListeners,
): () => void {
  if (!Notification.isSupported()) return () => {};
  const { title, body, actions } = callNoticeOf(view);
  // The ringtone is ours; Windows lets a call's notification stay until it is answered.
  const notification = new Notification(
    platform === 'win32'
      ? { id: `call-${view.callId}`, title, body, silent: true, toastXml: callToastXml(view) }
      : {
          title,
          body,
          silent: true,
          urgency: 'critical',
          timeoutType: 'never',
          actions: actions.map(({ label }) => ({ type: 'button', text: label })),
        },
  );
  notification.on('click', () => onClick(view.callId));
  notification.on('action', ({ actionIndex }) => {
    const chosen = actions[actionIndex];
    if (chosen) onAction(view.callId, chosen.action);
  });
  notification.show();
  return () => notification.close();
}

/** Shows a message of the app in the system's notifications. */
export function showNotice(title: string, body: string): void {
  if (Notification.isSupported()) new Notification({ title, body, silent: true }).show();
}

/** Calls `run` when a notification of a call is activated, also one that started the app. Windows only. */
export function onCallActivation(platform: NodeJS.Platform, run: (activation: CallActivation) => void): void {
  if (platform !== 'win32') return;
  Notification.handleActivation((details) => {
    const activation = readCallActivation(details);
    if (activation) run(activation);
  });
}
