import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { beforeAll, expect, it, vi } from 'vitest';
import { BRIDGE_CALLS, BRIDGE_EVENTS } from '#shared/bridge/contract.ts';
import { buildShell } from '../../tools/bundles.ts';

type Run = (event: unknown, payload: unknown) => void;

const exposed: Record<string, Record<string, (...args: unknown[]) => unknown>> = {};
const listeners = new Map<string, Run>();
const invoke = vi.fn((_channel: string, ..._args: unknown[]): Promise<unknown> =>
  Promise.resolve({ ok: true, value: 'an answer' }),
);
const required: string[] = [];

/** The built bundle in the environment of a sandboxed preload script. */
beforeAll(() => {
  buildShell();
  const electron = {
    contextBridge: { exposeInMainWorld: (name: string, api: (typeof exposed)[string]) => (exposed[name] = api) },
    ipcRenderer: {
      invoke,
      on: (channel: string, run: Run) => listeners.set(channel, run),
      off: (channel: string) => listeners.delete(channel),
    },
  };
  const source = readFileSync(join(import.meta.dirname, '../../out/preload/index.cjs'), 'utf8');
  const require = (name: string): unknown => (required.push(name), name === 'electron' ? electron : undefined);
  runInContext(source, createContext({ require, module: { exports: {} }, exports: {} }));
});

it('exposes exactly the contract and nothing else', () => {
  const events = Object.keys(BRIDGE_EVENTS).map((name) => `on${name.charAt(0).toUpperCase()}${name.slice(1)}`);
  expect(Object.keys(exposed)).toEqual(['lyceum']);
  expect(Object.keys(exposed['lyceum'] ?? {}).toSorted()).toEqual([...Object.keys(BRIDGE_CALLS), ...events].toSorted());
  expect(Object.values(exposed['lyceum'] ?? {}).every((member) => typeof member === 'function')).toBe(true);
  expect([...new Set(required)]).toEqual(['electron']);
});

it('sends each call on its own channel', async () => {
  for (const name of Object.keys(BRIDGE_CALLS))
    await expect(exposed['lyceum']?.[name]?.('an argument')).resolves.toBe('an answer');
  expect(invoke.mock.calls).toEqual(Object.keys(BRIDGE_CALLS).map((name) => [`lyceum:call:${name}`, 'an argument']));
});

it('throws an error for a rejected call', async () => {
  invoke.mockResolvedValueOnce({ ok: false, code: 'FORBIDDEN', message: 'This page may not make this call.' });
  await expect(exposed['lyceum']?.['getAppInfo']?.()).rejects.toThrow('FORBIDDEN: This page may not make this call.');
});

it("passes the payload of an event without Electron's event object, until the listener is removed", () => {
  const received: unknown[][] = [];
  const stop = exposed['lyceum']?.['onNavigate']?.((...args: unknown[]) => received.push(args)) as () => void;
  listeners.get('lyceum:event:navigate')?.({ sender: 'main' }, { path: '/help' });
  stop();
  expect(listeners.has('lyceum:event:navigate')).toBe(false);
  expect(received).toEqual([[{ path: '/help' }]]);
});
