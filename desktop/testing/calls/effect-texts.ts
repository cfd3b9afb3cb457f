import type { CallEffect } from '../../renderer/features/calls/session/call-state.ts';

/** Writes effects of the machine as short texts, as in `start ring 30000`. */
export function listEffects(effects: readonly CallEffect[]): string[] {
  return effects.map((effect) => {
    switch (effect.type) {
      case 'emit': {
        const { reason, signal } = effect.payload as { reason?: string; signal?: { type: string } };
        return ['emit', effect.name, reason ?? signal?.type].filter(Boolean).join(' ');
      }
      case 'start-timer':
        return `start ${effect.timer} ${String(effect.ms)}`;
      case 'stop-timer':
        return `stop ${effect.timer}`;
      case 'toast':
        return `toast ${effect.toast.kind}`;
      case 'sound':
        return `sound ${String(effect.sound)}`;
      case 'open-media':
        return effect.isEarly ? 'open-media early' : 'open-media';
      case 'open-peer':
      case 'choose-peer':
      case 'renew-peer':
        return `${effect.type} ${effect.partyId}`;
      case 'signal':
        return `signal ${effect.signal.type}`;
      case 'apply-media':
        return `apply ${Object.entries(effect.media)
          .flatMap(([name, isOn]) => (isOn ? [name] : []))
          .join('+')}`;
      case 'end':
        return `end ${effect.reason}`;
      case 'bye':
      case 'away':
      case 'focus':
      case 'restart-ice':
        return effect.type;
    }
  });
}
