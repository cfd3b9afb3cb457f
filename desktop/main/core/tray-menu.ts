import type { TraySettings } from '#shared/bridge/calls.ts';
import type { AlertState } from './call-alert-state.ts';
import type { MenuEntry } from './app-menu.ts';

/** An entry of the tray's menu; `type` adds a mark to it. */
export type TrayEntry = Omit<MenuEntry, 'type' | 'submenu'> & {
  type?: 'separator' | 'radio' | 'checkbox';
  checked?: boolean;
  enabled?: boolean;
  submenu?: TrayEntry[];
};

/** What the member has chosen as their status: by activity, or always away. */
export type PresenceChoice = 'automatic' | 'away';

/** Actions of the tray's menu. */
export interface TrayActions {
  answer: (callId: string, isCameraOn: boolean) => void;
  decline: (callId: string) => void;
  control: (kind: 'toggle-mute' | 'stop-sharing' | 'hang-up') => void;
  callBack: (callId: string) => void;
  choosePresence: (choice: PresenceChoice) => void;
  setQuiet: (isQuiet: boolean) => void;
  open: () => void;
  quit: () => void;
}

/** Conditions of the tray's menu. */
interface TrayConditions {
  isSignedIn: boolean;
  presence: PresenceChoice;
  isQuiet: TraySettings['isQuiet'];
}

const SEPARATOR: TrayEntry = { type: 'separator' };

/** Returns the menu of the tray, with what a call needs first. */
export function trayMenu(state: AlertState, conditions: TrayConditions, actions: TrayActions): TrayEntry[] {
  const parts = [
    callEntries(state, actions),
    missedEntries(state, actions),
    conditions.isSignedIn ? statusEntries(conditions, actions) : [],
    [
      { label: 'Open Lyceum', click: actions.open },
      { label: 'Quit', click: actions.quit },
    ],
  ];
  return parts.filter((part) => part.length > 0).flatMap((part, index) => (index === 0 ? part : [SEPARATOR, ...part]));
}

function callEntries({ phase, call }: AlertState, actions: TrayActions): TrayEntry[] {
  if (!call) return [];
  const name = escapeLabel(call.peer.name);
  if (phase !== 'ringing')
    return [
      {
        label: call.isMuted ? 'Unmute' : 'Mute',
        enabled: phase === 'in-call',
        click: () => actions.control('toggle-mute'),
      },
      ...(call.isSharing ? [{ label: 'Stop sharing your screen', click: () => actions.control('stop-sharing') }] : []),
      { label: `Hang up (${name})`, click: () => actions.control('hang-up') },
    ];
  const answer = (label: string, isCameraOn: boolean): TrayEntry => ({
    label,
    click: () => actions.answer(call.callId, isCameraOn),
  });
  return [
    ...(call.callType === 'video'
      ? [answer(`Answer ${name} with video`, true), answer(`Answer ${name} with voice`, false)]
      : [answer(`Answer ${name}`, false)]),
    { label: 'Decline', click: () => actions.decline(call.callId) },
  ];
}

function missedEntries({ missed, call }: AlertState, actions: TrayActions): TrayEntry[] {
  return missed.map(({ callId, peer }) => ({
    label: `Missed call: ${escapeLabel(peer.name)}`,
    submenu: [{ label: 'Call back', enabled: call === null, click: () => actions.callBack(callId) }],
  }));
}

function statusEntries({ presence, isQuiet }: TrayConditions, actions: TrayActions): TrayEntry[] {
  const status = (label: string, choice: PresenceChoice): TrayEntry => ({
    label,
    type: 'radio',
    checked: presence === choice,
    click: () => actions.choosePresence(choice),
  });
  return [
    { label: 'Status', submenu: [status('Online while active', 'automatic'), status('Away', 'away')] },
    { label: 'Do not disturb', type: 'checkbox', checked: isQuiet, click: () => actions.setQuiet(!isQuiet) },
  ];
}

/** Names are text: `&` would underline the next letter, and a very long name would fill the screen. */
function escapeLabel(name: string): string {
  const short = name.length > LABEL_MAX_CHARS ? `${[...name].slice(0, LABEL_MAX_CHARS).join('')}…` : name;
  return short.replaceAll('&', '&&');
}

const LABEL_MAX_CHARS = 40;
