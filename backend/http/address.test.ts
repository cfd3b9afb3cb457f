import { expect, it } from 'vitest';
import { networkOf } from './address.ts';

it.each([
  ['203.0.113.9', 64, '203.0.113.9'],
  ['::ffff:203.0.113.9', 64, '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', 64, '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::', 64, '2001:db8:1:2::/64'],
  ['2001:db8::1', 64, '2001:db8:0:0::/64'],
  ['2001:0DB8:0001:0002::9', 48, '2001:db8:1::/48'],
  ['fe80::1%eth0', 64, 'fe80:0:0:0::/64'],
  ['::1', 64, '0:0:0:0::/64'],
  ['unknown', 64, 'unknown'],
] as const)('the network of %s with %i bits is %s', (address, bits, network) =>
  expect(networkOf(address, bits)).toBe(network),
);
