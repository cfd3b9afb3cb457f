import type { CaptureDenials } from '#shared/bridge/media.ts';
import { NetworkError } from '../../../lib/http/errors.ts';
import { currentToasts, toast } from '../../../lib/page/toasts.ts';
import { updateCall } from '../slice.ts';
import type { CallToast } from './call-state.ts';

interface ToastText {
  title: string;
  description: string | undefined;
  variant: 'default' | 'destructive';
}

const REFUSED = 'Cannot initiate call at this time';
const IMPOSSIBLE = {
  RATE_LIMITED: 'You can’t call again yet. Write a message, or wait a while.',
  CONFLICT: 'You are in a call on another device.',
  NO_RELAY: 'One of you always relays calls, and this call can’t be relayed.',
} as const;

/** Returns the texts of a toast. */
function toastText(content: CallToast): ToastText {
  const [title, description] = textsOf(content);
  const isGood = content.kind === 'accepted' || content.kind === 'connected' || title === 'Call Ended';
  return { title, description, variant: isGood ? 'default' : 'destructive' };
}

function textsOf(content: CallToast): [title: string, description?: string] {
  switch (content.kind) {
    case 'impossible':
      return content.why ? [REFUSED, IMPOSSIBLE[content.why]] : [REFUSED];
    case 'not-allowed':
      return ['Call Rejected', `${content.name} can't be called right now`];
    case 'rejected':
      return ['Call Rejected', `${content.name} declined your call`];
    case 'no-media':
      return ['Call Rejected', `${content.name} could not use camera or microphone`];
    case 'busy':
      return ['User Busy', `${content.name} is on another call`];
    case 'no-answer':
      return ['No Answer', `${content.name} didn't answer the call`];
    case 'ended-by-caller':
      return ['Call Ended', 'The caller has ended the call'];
    case 'ended-by-peer':
      return ['Call Ended', `${content.name} has ended the call`];
    case 'lost':
      return ['Call Ended', 'The connection was lost'];
    case 'unlinked':
      return ['Call Ended', new NetworkError().message];
    case 'failed':
      return ['Call Ended', 'The connection could not be established'];
    case 'media-failed':
      return ['Media Access Error', 'Could not access your camera or microphone'];
    case 'call-error':
      return ['Call Error', 'There was a problem with the call connection. Trying to reconnect...'];
    case 'unstable':
      return ['Connection Issue', 'Call connection unstable. Attempting to reconnect...'];
    case 'signal-error':
      return ['Connection Error', 'Problem processing connection signal'];
    case 'accepted':
      return ['Call Connected', `Connected with ${content.name}`];
    case 'connected':
      return ['Connected', 'Call connection established'];
  }
}

/** Shows the toasts of calls: 'Call Connected' becomes 'Connected' without a new toast. */
export class CallToasts {
  private acceptedId: string | undefined;
  private readonly denials: () => CaptureDenials;

  /** `denials` returns what the desktop client has denied, which a toast about devices explains. */
  constructor(denials: () => CaptureDenials) {
    this.denials = denials;
  }

  show(content: CallToast): void {
    const text = toastText(content);
    // The time of a changed toast goes on, so that any other one could disappear at once.
    const isChanged =
      content.kind === 'connected' && currentToasts().some(({ id, open }) => open && id === this.acceptedId);
    const id = toast({ ...text, ...this.explanation(content) }, isChanged ? this.acceptedId : undefined);
    this.acceptedId = content.kind === 'accepted' ? id : undefined;
  }

  private explanation({ kind }: CallToast): { action?: { label: string; onSelect: () => void } } {
    if (kind === 'failed') return { action: { label: 'What to do', onSelect: () => updateCall({ opensHelp: true }) } };
    if (kind !== 'media-failed') return {};
    const explained = this.denials();
    const label = Object.keys(explained).length > 0 ? 'Why?' : 'What to do';
    return { action: { label, onSelect: () => updateCall({ explained }) } };
  }
}
