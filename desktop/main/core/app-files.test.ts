import { expect, it } from 'vitest';
import { findTarget, pageHeaders } from './app-files.ts';

const ROOT = '/opt/lyceum/renderer';

it.each([
  ['/', `${ROOT}/index.html`],
  ['/home', `${ROOT}/index.html`],
  ['/profile/0190a7c2-0000-7000-8000-000000000000', `${ROOT}/index.html`],
  ['/assets/index-abc.js', `${ROOT}/assets/index-abc.js`],
  ['/assets/pdf-1.0.0/cmaps/GBK-EUC-H.bcmap', `${ROOT}/assets/pdf-1.0.0/cmaps/GBK-EUC-H.bcmap`],
  ['/icon.svg', `${ROOT}/icon.svg`],
])('%s is the file %s', (path, file) => {
  expect(findTarget(path, ROOT)).toMatchObject({ kind: 'file', file });
});

it.each([
  '/../../../etc/passwd.txt',
  '/%2e%2e/%2e%2e/secret.json',
  '/..%2f..%2fsecret.txt',
  '/assets/..%5c..%5csecret.js',
  '/a%00.js',
  '/%zz.js',
  '/tool.exe',
  '/../renderer-other/x.js',
])('%s is missing', (path) => {
  expect(findTarget(path, ROOT)).toEqual({ kind: 'missing' });
});

it.each(['/api', '/api/posts', '/uploads/0190'])('%s belongs to the server', (path) => {
  expect(findTarget(path, ROOT)).toEqual({ kind: 'server' });
});

it('does not treat a similar path as one of the server', () => {
  expect(findTarget('/apixyz', ROOT)).toMatchObject({ kind: 'file' });
});

it('allows no inline script and no foreign connection in a built app', () => {
  const policy = pageHeaders(null)['Content-Security-Policy'] ?? '';
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("connect-src 'self';");
  expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toContain('unsafe');
});
