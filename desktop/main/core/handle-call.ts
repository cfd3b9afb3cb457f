import { bridgeArguments } from '#shared/bridge/contract.schema.ts';
import { BRIDGE_CALLS, type BridgeResult, type BridgeCall, type BridgeCalls } from '#shared/bridge/contract.ts';
import type { BridgePage } from '#shared/bridge/page.ts';
import { pageOf } from './navigation.ts';

/**
 * The frame that sent a call, with the page that its window was opened for; null when the frame no longer exists. The
 * address alone proves nothing: a page can change the path of its own address.
 */
export type CallSender = { url: string; isMainFrame: boolean; windowPage: BridgePage | null } | null;

/** One function per call of a module. */
export type HandlersOf<Calls extends { [Name in keyof Calls]: { args: unknown[]; result: unknown } }> = {
  [Name in keyof Calls]: (...args: Calls[Name]['args']) => Promise<Calls[Name]['result']> | Calls[Name]['result'];
};

/** One function per call of the bridge. */
export type BridgeHandlers = HandlersOf<BridgeCalls>;

/**
 * Checks and runs one call. Returns FORBIDDEN unless the main frame of the call's page sent it, INVALID when an
 * argument breaks the contract, FAILED when the handler throws. The message of such an error is only logged.
 */
export async function handleCall<Name extends BridgeCall>(
  name: Name,
  call: { sender: CallSender; args: unknown[] },
  { handlers, onError }: { handlers: BridgeHandlers; onError: (name: string, error: unknown) => void },
): Promise<BridgeResult<BridgeCalls[Name]['result']>> {
  if (!isAllowed(name, call.sender))
    return { ok: false, code: 'FORBIDDEN', message: 'This page may not make this call.' };
  const parsed = bridgeArguments[name].safeParse(call.args);
  if (!parsed.success)
    return {
      ok: false,
      code: 'INVALID',
      message: parsed.error.issues[0]?.message ?? 'The arguments break the contract.',
    };
  try {
    const handler = handlers[name] as (
      ...args: unknown[]
    ) => Promise<BridgeCalls[Name]['result']> | BridgeCalls[Name]['result'];
    return { ok: true, value: await handler(...parsed.data) };
  } catch (error) {
    onError(name, error);
    return { ok: false, code: 'FAILED', message: 'The call failed.' };
  }
}

function isAllowed(name: BridgeCall, sender: CallSender): boolean {
  if (sender === null || !sender.isMainFrame) return false;
  return pageOf(sender.url) === BRIDGE_CALLS[name] && sender.windowPage === BRIDGE_CALLS[name];
}
