import { createServer } from 'node:http';
import express from 'express';
import { expect, it } from 'vitest';
import { securityHeaders } from './security-headers.ts';

async function headersOf(isSecure: boolean, hasSecureSubdomains?: boolean): Promise<Headers> {
  const settings = {
    isSecure,
    publicOrigin: 'https://lyceum.example',
    ...(hasSecureSubdomains && { hasSecureSubdomains }),
  };
  const app = express().use(securityHeaders(settings));
  app.get('/', (_req, res) => void res.end());
  const server = createServer(app);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as { port: number };
  const { headers } = await fetch(`http://127.0.0.1:${port}/`);
  server.close();
  return headers;
}

it('allows no inline script, frame, plugin or foreign origin', async () => {
  const headers = await headersOf(true);
  const policy = headers.get('content-security-policy');
  for (const rule of [
    "default-src 'self'",
    "script-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "connect-src 'self' wss://lyceum.example",
  ])
    expect(policy?.split(';')).toContain(rule);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('same-origin');
});

it('grants camera, microphone and screen to the own pages, and other features of the device to none', async () => {
  const features = (await headersOf(true)).get('permissions-policy')?.split(', ');
  expect(features).toEqual(expect.arrayContaining(['camera=(self)', 'microphone=(self)', 'display-capture=(self)']));
  expect(features).toEqual(expect.arrayContaining(['geolocation=()', 'payment=()', 'usb=()']));
});

it('requires https for a year only where the server uses it, and of other hosts only if the setting says so', async () => {
  expect((await headersOf(true)).get('strict-transport-security')).toBe('max-age=31536000');
  const wide = (await headersOf(true, true)).get('strict-transport-security');
  expect(wide).toBe('max-age=31536000; includeSubDomains');
  expect((await headersOf(false)).get('strict-transport-security')).toBeNull();
});
