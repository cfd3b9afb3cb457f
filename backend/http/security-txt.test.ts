import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, it } from 'vitest';
import { DAY_MS } from '#shared/time.ts';
import { createTestApp } from '../testing/test-app.ts';
import { securityTxt } from './security-txt.ts';

const PATH = '/.well-known/security.txt';

async function read(contact: string | undefined, path = PATH): Promise<Response> {
  const app = express().use(securityTxt({ contact, publicUrl: 'https://lyceum.example' }));
  app.use((_req, res) => void res.send('The page of the app'));
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

it.each([
  ['security@school.example', 'mailto:security@school.example'],
  ['https://school.example/security', 'https://school.example/security'],
])('names %s as the contact, and when the file expires', async (contact, expected) => {
  const response = await read(contact);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const fields = (await response.text()).trimEnd().split('\n');
  const expires = Date.parse(fields[1]?.replace('Expires: ', '') ?? '');
  expect(fields).toEqual([
    `Contact: ${expected}`,
    `Expires: ${new Date(expires).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: https://lyceum.example${PATH}`,
  ]);
  expect(expires - Date.now()).toBeGreaterThan(90 * DAY_MS);
  expect(expires - Date.now()).toBeLessThan(365 * DAY_MS);
});

it('does not exist without a contact', async () => {
  for (const [contact, path] of [
    [undefined, PATH],
    [undefined, '/.well-known/change-password'],
    ['security@school.example', '/.well-known/other.txt'],
  ] as const) {
    const response = await read(contact, path);
    expect([response.status, await response.text()]).toEqual([404, 'Not found\n']);
  }
});

it('is served by the backend to visitors', async () => {
  const app = await createTestApp({ securityContact: 'security@school.example' });
  try {
    const response = await fetch(app.url + PATH);
    expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null]);
    expect(await response.text()).toContain('Contact: mailto:security@school.example');
  } finally {
    await app.close();
  }
});
