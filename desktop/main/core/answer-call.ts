import { bridgeArguments } from '#shared/bridge/contract.schema.ts';
import { BRIDGE_CALLS, type BridgeAnswer, type BridgeCall, type BridgeCalls } from '#shared/bridge/contract.ts';
import { isAppUrl } from './navigation.ts';

/** The frame that a call came from; null when it has gone already. */
export type CallSender = { url: string; isMainFrame: boolean } | null;

/** One function per call of the bridge. */
export type BridgeHandlers = {
  [Name in BridgeCall]: (
    ...args: BridgeCalls[Name]['args']
  ) => Promise<BridgeCalls[Name]['result']> | BridgeCalls[Name]['result'];
};

/**
 * Answers one call: FORBIDDEN unless it comes from the app's own main frame, INVALID when its arguments are not those
 * of the contract, FAILED when the handler throws; an error's own words stay in the log.
 */
export async function answerCall<Name extends BridgeCall>(
  name: Name,
  call: { sender: CallSender; args: unknown[] },
  { handlers, onError }: { handlers: BridgeHandlers; onError: (name: string, error: unknown) => void },
): Promise<BridgeAnswer<BridgeCalls[Name]['result']>> {
  if (!isAllowed(name, call.sender)) return { ok: false, code: 'FORBIDDEN', message: 'This page may not ask that.' };
  const parsed = bridgeArguments[name].safeParse(call.args);
  if (!parsed.success)
    return {
      ok: false,
      code: 'INVALID',
      message: parsed.error.issues[0]?.message ?? 'The arguments are not those of the contract.',
    };
  try {
    const handler = handlers[name] as (
      ...args: unknown[]
    ) => Promise<BridgeCalls[Name]['result']> | BridgeCalls[Name]['result'];
    return { ok: true, value: await handler(...parsed.data) };
  } catch (error) {
    onError(name, error);
    return { ok: false, code: 'FAILED', message: 'The app could not do that.' };
  }
}

function isAllowed(name: BridgeCall, sender: CallSender): boolean {
  return BRIDGE_CALLS[name].sender === 'app' && sender !== null && sender.isMainFrame && isAppUrl(sender.url);
}
