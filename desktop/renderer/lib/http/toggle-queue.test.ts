import { describe, expect, it, vi } from 'vitest';
import { createToggleQueue } from './toggle-queue.ts';

function controlledSend() {
  const calls: { isOn: boolean; resolve: () => void; reject: (error: Error) => void }[] = [];
  const send = vi.fn((_id: string, isOn: boolean) => {
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    calls.push({ isOn, resolve: () => resolve(isOn), reject });
    return promise;
  });
  return { calls, send };
}

describe('createToggleQueue', () => {
  it('sends one change at a time and ends with the last state', async () => {
    const { calls, send } = controlledSend();
    const onDone = vi.fn();
    const { request: queue } = createToggleQueue(send);
    const handlers = { onDone, onFailed: vi.fn() };
    for (const isOn of [true, false, true, false]) queue('a', { isOn, confirmed: false }, handlers);
    expect(send).toHaveBeenCalledTimes(1);
    calls[0]?.resolve();
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2));
    calls[1]?.resolve();
    await vi.waitFor(() => expect(onDone).toHaveBeenCalledExactlyOnceWith(false));
    queue('a', { isOn: true, confirmed: false }, handlers);
    expect(send).toHaveBeenCalledTimes(3);
  });

  it('sends nothing more when the last state equals the sent one', async () => {
    const { calls, send } = controlledSend();
    const onDone = vi.fn();
    const { request: queue } = createToggleQueue(send);
    for (const isOn of [true, false, true]) queue('a', { isOn, confirmed: false }, { onDone, onFailed: vi.fn() });
    calls[0]?.resolve();
    await vi.waitFor(() => expect(onDone).toHaveBeenCalledWith(true));
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('reports the last confirmed state after a refusal', async () => {
    const { calls, send } = controlledSend();
    const onFailed = vi.fn();
    const { request: queue } = createToggleQueue(send);
    queue('a', { isOn: true, confirmed: false }, { onDone: vi.fn(), onFailed });
    queue('a', { isOn: false, confirmed: true }, { onDone: vi.fn(), onFailed });
    calls[0]?.resolve();
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2));
    calls[1]?.reject(new Error('no'));
    await vi.waitFor(() => expect(onFailed).toHaveBeenCalledWith(true, expect.any(Error)));
  });
});
