import type { CallBoxAction, CallBoxView } from '#shared/bridge/calls.ts';

/** The texts of a call's notification. */
export interface CallNotice {
  title: string;
  body: string;
  /** In the order of the buttons. */
  actions: readonly { action: CallBoxAction; label: string }[];
}

/** Returns the texts of a call's notification. */
export function callNoticeOf({ peer, callType }: CallBoxView): CallNotice {
  const answer: CallNotice['actions'][number] =
    callType === 'video' ? { action: 'answer-video', label: 'Answer' } : { action: 'answer-voice', label: 'Answer' };
  return {
    title: callType === 'video' ? 'Incoming Video Call' : 'Incoming Voice Call',
    body: `${peer.name} is calling you`,
    actions: [answer, { action: 'decline', label: 'Decline' }],
  };
}

/**
 * Returns the notification for Windows (toast schema, scenario `incomingCall`: it stays until it is answered). Its
 * arguments name the call, since Electron's own would only contain a hash that a later start cannot assign.
 */
export function callToastXml(view: CallBoxView): string {
  const { title, body, actions } = callNoticeOf(view);
  const argumentsOf = (type: string, extra: string): string =>
    escapeXml(`type=${type}${extra}&tag=${TAG}${view.callId}`);
  const buttons = actions.map(
    ({ label }, index) =>
      `<action content="${escapeXml(label)}" activationType="foreground" ` +
      `arguments="${argumentsOf('action', `&action=${String(index)}`)}"/>`,
  );
  return (
    `<toast scenario="incomingCall" activationType="foreground" launch="${argumentsOf('click', '')}">` +
    `<visual><binding template="ToastGeneric"><text>${escapeXml(title)}</text><text>${escapeXml(body)}</text>` +
    `</binding></visual><audio silent="true"/><actions>${buttons.join('')}</actions></toast>`
  );
}

const TAG = 'call-';

/** A notification of a call that was activated. */
export interface CallActivation {
  callId: string;
  /** Null for a click beside the buttons. */
  button: 'answer' | 'decline' | null;
}

/** Reads the arguments of an activated notification; null when it is not one of a call. */
export function readCallActivation(given: { type: string; arguments: string }): CallActivation | null {
  const values = new URLSearchParams(given.arguments);
  const tag = values.get('tag') ?? '';
  if (!new RegExp(`^${TAG}[\\da-f-]{36}$`).test(tag)) return null;
  const index = values.get('action');
  const button = index === '0' ? 'answer' : index === '1' ? 'decline' : null;
  return { callId: tag.slice(TAG.length), button };
}

function escapeXml(text: string): string {
  // XML 1.0 has no other control characters than these three.
  const printable = [...text].filter((char) => char >= ' ' || char === '\t' || char === '\n' || char === '\r').join('');
  return printable
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
}
