import type {
  CaptureAccess,
  CaptureAnswer,
  CaptureChoice,
  CaptureDenials,
  CaptureDevice,
  CaptureKind,
  CapturePolicy,
  CaptureQuestion,
  CaptureRequest,
  DeviceAccess,
  RememberedChoice,
  SystemAccess,
} from '#shared/bridge/media.ts';
import type { BridgePage } from '#shared/bridge/page.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts';
import {
  decide,
  decideCheck,
  decideKind,
  type CaptureTicket,
  type PermissionRequest,
  type RememberedChoices,
} from './permissions.ts';

/** Time between a ticket and the page's request, and how long a question stays open, in milliseconds. */
export const CAPTURE_TIMES = { ticketMs: 10 * SECOND_MS, questionMs: 2 * MINUTE_MS } as const;

/** Rules where the institution has set none: the member is asked. */
export const DEFAULT_CAPTURE_POLICY: CapturePolicy = { camera: 'ask', microphone: 'ask', screenShare: 'ask' };

/** What a member has chosen; `ask` is chosen where the policy recommends otherwise, null is no choice. */
export type StoredChoices = Readonly<Record<CaptureDevice, RememberedChoice | 'ask' | null>>;

/** Choices of a member who has made none. */
export const NO_STORED_CHOICES: StoredChoices = { camera: null, microphone: null };

/** The window that shows the question. */
interface PromptPort {
  /** Opens the prompt; `onClosed` runs when it is closed in any way. Returns the function that closes it. */
  open(type: CaptureQuestion['type'], onClosed: () => void): () => void;
}

/** What decides about capturing besides the request. */
export interface CapturePorts {
  policy: () => CapturePolicy;
  /** Key of the signed-in account on its server; null when no one is signed in. */
  account: () => string | null;
  /** Choices that the institution recommends. */
  recommended: () => RememberedChoices;
  /** Remembered choices by account. */
  readChoices: (account: string) => StoredChoices;
  writeChoices: (account: string, choices: StoredChoices) => void;
  /** The operating system's layer; `ask` shows the system's own question. */
  system: { status: (device: CaptureDevice) => SystemAccess; ask: (device: CaptureDevice) => Promise<boolean> };
  hasSystemSettings: boolean;
  prompt: PromptPort;
  now: () => number;
  /** The permissions have changed. */
  onChange: () => void;
}

/** A request of a page to Electron; `page` is the kind of its window, null for a window that is not the app's. */
export type PagePermission = Pick<PermissionRequest, 'permission' | 'url' | 'isMainFrame' | 'mediaTypes'> & {
  page: BridgePage | null;
};

interface OpenTicket extends CaptureTicket {
  untilMs: number;
}

interface OpenQuestion {
  question: CaptureQuestion;
  answer: (answer: CaptureAnswer | null) => void;
}

const DEVICES: readonly CaptureDevice[] = ['camera', 'microphone'];

/** Decides what windows may capture: by tickets, the member's answers and choices, and the system's permission. */
export class Capture {
  private readonly ports: CapturePorts;
  private readonly tickets = new Map<BridgePage, OpenTicket>();
  /** What each page has opened for an account; only checks are allowed by it, such as the names of the devices. */
  private readonly opened = new Map<BridgePage, { account: string | null; kinds: Set<CaptureKind> }>();
  /** Devices that were allowed until the end of a call. */
  private callGrant: { account: string | null; callId: string; devices: Set<CaptureKind> } | null = null;
  private open: OpenQuestion | null = null;
  /** Requests that were withdrawn while the system asked do not continue. */
  private turn = 0;

  constructor(ports: CapturePorts) {
    this.ports = ports;
  }

  /** Returns the permissions of the signed-in member. */
  describe(): CaptureAccess {
    return {
      camera: this.describeDevice('camera'),
      microphone: this.describeDevice('microphone'),
      screenShare: this.ports.policy().screenShare,
      hasSystemSettings: this.ports.hasSystemSettings,
    };
  }

  /** Asks for all that a page wants to capture. A ticket is issued only when all of it is allowed. */
  async request({ kinds, callId }: CaptureRequest): Promise<CaptureDenials> {
    this.withdraw();
    const { turn } = this;
    const denials = this.denials({ kinds, isGranted: false });
    for (const device of devicesOf(kinds)) {
      if (denials[device] === undefined && !(await this.isSystemOpen(device))) denials[device] = 'system';
    }
    if (turn !== this.turn) return Object.fromEntries(kinds.map((kind) => [kind, 'dismissed']));
    if (Object.keys(denials).length > 0) return denials;
    const asked = this.asked(kinds, callId);
    const choice = asked.length > 0 ? await this.askDevices(asked, callId) : 'once';
    if (choice === 'never' || choice === 'later') {
      const why = choice === 'never' ? 'member' : 'dismissed';
      return Object.fromEntries(asked.map((device) => [device, why]));
    }
    // A rule or choice may have changed while the question was open.
    const changed = this.denials({ kinds, isGranted: true });
    if (Object.keys(changed).length === 0) this.issue('app', kinds);
    return changed;
  }

  /** Withdraws an open question; its request is denied. */
  withdraw(): void {
    this.turn += 1;
    this.open?.answer(null);
  }

  /** Withdraws an open question and the page's ticket; with the id of a call, also ends what was allowed for it. */
  release(callId: string | null): void {
    this.withdraw();
    this.tickets.delete('app');
    if (callId !== null && this.callGrant?.callId === callId) this.callGrant = null;
  }

  /** Removes a remembered choice, or the one that is recommended: the member is asked again. */
  forget(device: CaptureDevice): void {
    this.remember([device], this.ports.recommended()[device] === null ? null : 'ask');
    this.callGrant?.devices.delete(device);
    this.opened.get('app')?.kinds.delete(device);
    this.ports.onChange();
  }

  /** Returns the question of the prompt; null when there is none. */
  get question(): CaptureQuestion | null {
    return this.open?.question ?? null;
  }

  /** Answers the question of the prompt; an answer to another question is ignored. */
  answer(answer: CaptureAnswer): void {
    if (this.open?.question.type === answer.type) this.open.answer(answer);
  }

  /** Issues a ticket for the prompt's own preview of the devices in question. */
  preview(): void {
    const { question } = this;
    if (question?.type === 'devices') this.issue('mediaPrompt', question.kinds);
  }

  /** Asks which screen or window is shared. Resolves to null when none is chosen. */
  async pickScreen(sources: Extract<CaptureQuestion, { type: 'screen' }>['sources']): Promise<string | null> {
    this.withdraw();
    const answer = await this.ask({ type: 'screen', sources });
    const sourceId = answer?.type === 'screen' ? answer.sourceId : null;
    return sources.some(({ id }) => id === sourceId) ? sourceId : null;
  }

  /** Decides about a request of a page to Electron. A ticket is used up by it. */
  allowsRequest({ page, ...request }: PagePermission): boolean {
    const decision = decide({ ...request, ...this.rules(), ticket: this.ticketOf(page) });
    if (decision.type !== 'allow' || page === null) return decision.type === 'allow';
    if (request.permission === 'media' || request.permission === 'display-capture') {
      const kinds = new Set([...this.openedBy(page), ...(this.tickets.get(page)?.kinds ?? [])]);
      this.opened.set(page, { account: this.ports.account(), kinds });
      this.tickets.delete(page);
    }
    return true;
  }

  /** Decides about a check of a page, which opens nothing: what the page has opened before counts as a ticket. */
  allowsCheck({ page, ...request }: PagePermission): boolean {
    const rules = this.rules();
    const always = DEVICES.filter((device) => rules.remembered[device] === 'always');
    const kinds = [...(this.ticketOf(page)?.kinds ?? []), ...this.openedBy(page), ...(page === 'app' ? always : [])];
    return decideCheck({ ...request, ...rules, ticket: { kinds, isGranted: true } });
  }

  private describeDevice(device: CaptureDevice): DeviceAccess {
    const { policy, remembered } = this.rules();
    const system = this.ports.system.status(device);
    const decision = decideKind(device, { policy, remembered, ticket: { kinds: [device], isGranted: false } });
    return {
      rule: policy[device],
      choice: remembered[device],
      isRecommended: this.isRecommended(device),
      system,
      isAllowed: decision.type === 'allow' && (system === 'granted' || system === 'unknown'),
    };
  }

  private rules(): { policy: CapturePolicy; remembered: RememberedChoices } {
    const own = this.ownChoices();
    const recommended = this.ports.recommended();
    const choice = (device: CaptureDevice): RememberedChoice | null =>
      own[device] === 'ask' ? null : (own[device] ?? recommended[device]);
    return {
      policy: this.ports.policy(),
      remembered: { camera: choice('camera'), microphone: choice('microphone') },
    };
  }

  private ownChoices(): StoredChoices {
    const account = this.ports.account();
    return account === null ? NO_STORED_CHOICES : this.ports.readChoices(account);
  }

  /** True while the institution's recommendation decides, because the member has not chosen. */
  private isRecommended(device: CaptureDevice): boolean {
    return this.ownChoices()[device] === null && this.ports.recommended()[device] !== null;
  }

  private denials(ticket: CaptureTicket): CaptureDenials {
    const rules = this.rules();
    const denials: CaptureDenials = {};
    for (const kind of ticket.kinds) {
      const decision = decideKind(kind, { ...rules, ticket });
      if (decision.type !== 'deny' || decision.why === 'not-allowed' || decision.why === 'no-ticket') continue;
      const isRecommended = decision.why === 'member' && kind !== 'screen' && this.isRecommended(kind);
      denials[kind] = isRecommended ? 'recommendation' : decision.why;
    }
    return denials;
  }

  private async isSystemOpen(device: CaptureDevice): Promise<boolean> {
    const status = this.ports.system.status(device);
    return status === 'not-determined' ? this.ports.system.ask(device) : status !== 'denied';
  }

  /** Returns the devices that the member has to be asked about. */
  private asked(kinds: readonly CaptureKind[], callId: string | null): CaptureDevice[] {
    const rules = this.rules();
    const grant = this.callGrant;
    const isCurrent = grant !== null && grant.callId === callId && grant.account === this.ports.account();
    return devicesOf(kinds).filter(
      (kind) =>
        decideKind(kind, { ...rules, ticket: { kinds, isGranted: false } }).type === 'ask' &&
        !(isCurrent && grant.devices.has(kind)),
    );
  }

  private async askDevices(devices: readonly CaptureDevice[], callId: string | null): Promise<CaptureChoice> {
    const account = this.ports.account();
    const answer = await this.ask({ type: 'devices', kinds: [...devices], isForCall: callId !== null });
    const current = this.ports.account();
    // Another member may have signed in meanwhile. The id of a member who has just signed in may be known only now.
    if (answer?.type !== 'devices' || (account !== null && account !== current)) return 'later';
    const { choice } = answer;
    if (choice === 'always' || choice === 'never') this.remember(devices, choice);
    if (choice === 'call' && callId !== null) {
      const known = this.callGrant?.callId === callId ? this.callGrant.devices : [];
      this.callGrant = { account: current, callId, devices: new Set([...known, ...devices]) };
    }
    if (choice !== 'later') this.ports.onChange();
    return choice;
  }

  /** Opens the prompt with a question. Resolves to null when it is closed or withdrawn, or after its time limit. */
  private ask(question: CaptureQuestion): Promise<CaptureAnswer | null> {
    return new Promise((resolve, reject) => {
      let close = (): void => undefined;
      const answer = (given: CaptureAnswer | null): void => {
        if (this.open !== entry) return;
        this.open = null;
        clearTimeout(timer);
        this.tickets.delete('mediaPrompt');
        this.opened.delete('mediaPrompt');
        close();
        resolve(given);
      };
      const entry: OpenQuestion = { question, answer };
      const timer = setTimeout(() => answer(null), CAPTURE_TIMES.questionMs);
      this.open = entry;
      try {
        close = this.ports.prompt.open(question.type, () => answer(null));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
        answer(null);
      }
    });
  }

  private remember(devices: readonly CaptureDevice[], choice: StoredChoices[CaptureDevice]): void {
    const account = this.ports.account();
    if (account === null) return;
    const changed = Object.fromEntries(devices.map((device) => [device, choice]));
    this.ports.writeChoices(account, { ...this.ports.readChoices(account), ...changed });
  }

  private issue(page: BridgePage, kinds: readonly CaptureKind[]): void {
    this.tickets.set(page, { kinds, isGranted: true, untilMs: this.ports.now() + CAPTURE_TIMES.ticketMs });
  }

  private openedBy(page: BridgePage | null): Iterable<CaptureKind> {
    const opened = page === null ? undefined : this.opened.get(page);
    return opened && opened.account === this.ports.account() ? opened.kinds : [];
  }

  private ticketOf(page: BridgePage | null): CaptureTicket | null {
    const ticket = page === null ? undefined : this.tickets.get(page);
    return ticket && ticket.untilMs > this.ports.now() ? ticket : null;
  }
}

function devicesOf(kinds: readonly CaptureKind[]): CaptureDevice[] {
  return DEVICES.filter((device) => kinds.includes(device));
}
