// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { exampleOf, RULES } from '../../../../tools/policies/rules.ts';
import { mergePolicy, type PolicyLayer } from '../../../main/core/policy.ts';
import { createQueryClient } from '../../lib/http/query-client.ts';
import { ManagedSettings } from './components/ManagedSettings.tsx';
import { managedSettings } from './managed-settings.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const device = (values: Record<string, unknown>): PolicyLayer => ({ source: 'device', place: '', values });

async function open(layers: PolicyLayer[]): Promise<void> {
  vi.stubGlobal('lyceum', { getAppInfo: () => Promise.resolve({ policy: mergePolicy(layers).view }) });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ManagedSettings />
    </QueryClientProvider>,
  );
  await screen.findAllByText(/institution/);
}

it('lists what is set, each locked, and not what is only recommended', async () => {
  await open([
    device({ serverUrl: 'https://lyceum.example.org', signOutOnIdleMinutes: 1, advertisements: false }),
    { source: 'recommended', place: '', values: { autoStart: true } },
  ]);
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Server',
    'Sign out when no one uses the computer',
    'Advertisements',
  ]);
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'lyceum.example.orgManaged by your institution',
    'After 1 minuteManaged by your institution',
    'Not shownManaged by your institution',
  ]);
});

it('explains a shared computer, and says when nothing is set', async () => {
  await open([device({ sharedComputer: true })]);
  expect(screen.getByText(/Other people use this computer too/)).toBeDefined();
  expect(screen.getByText('After 10 minutes')).toBeDefined();
  cleanup();
  await open([]);
  expect(screen.getByText('Your institution has not set anything here.')).toBeDefined();
});

it.each(RULES.map((rule) => [rule.name, rule] as const))('%s has a text for its value', (name, rule) => {
  for (const value of [exampleOf(rule), ...(rule.default === null ? [] : [rule.default])]) {
    const [setting] = managedSettings(mergePolicy([device({ [name]: value })]).view).filter(({ key }) => key === name);
    expect(setting?.value).toMatch(/\S/);
    expect(setting?.value).not.toContain('undefined');
  }
});
