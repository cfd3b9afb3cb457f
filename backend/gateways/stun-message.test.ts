import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerBinding, isOwnResponse, makeBindingRequest } from './stun-message.ts';

const TRANSACTION = 'b7e7a701bc34d686fa87dfae';
/** A request of an ICE agent: SOFTWARE, PRIORITY, ICE-CONTROLLED, USERNAME, integrity, FINGERPRINT (RFC 5769, 2.1). */
const ICE_REQUEST = Buffer.from(
  `000100582112a442${TRANSACTION}802200105354554e207465737420636c69656e74002400046e0001ff80290008932ff9b151263b36` +
    '000600096576746a3a68367659202020000800149aeaa70cbfd8cb56781ef2b5b2d3f249c1b571a280280004e57a3bcf',
  'hex',
);
const FROM_IPV4 = { address: '192.0.2.1', port: 32_853 };
const FROM_IPV6 = { address: '2001:db8:1234:5678:11:2233:4455:6677', port: 32_853 };

/** A binding request with these attributes. */
function request(attributes = '', change: { type?: string; cookie?: string; length?: number } = {}): Buffer {
  const { type = '0001', cookie = '2112a442', length = attributes.length / 2 } = change;
  return Buffer.from(`${type}${length.toString(16).padStart(4, '0')}${cookie}${TRANSACTION}${attributes}`, 'hex');
}

function answer(packet: Buffer, from = FROM_IPV4): string | undefined {
  return answerBinding(packet, from)?.toString('hex');
}

describe('answerBinding', () => {
  it('returns the address of the sender as RFC 5769 writes it', () => {
    // The attributes XOR-MAPPED-ADDRESS of sections 2.2 and 2.3.
    expect(answer(request())).toBe(`0101000c2112a442${TRANSACTION}002000080001a147e112a643`);
    expect(answer(request(), FROM_IPV6)).toBe(
      `010100182112a442${TRANSACTION}002000140002a1470113a9faa5d3f179bc25f4b5bed2b9d9`,
    );
    expect(answer(request(), { ...FROM_IPV4, address: '::ffff:192.0.2.1' })).toBe(answer(request()));
    expect(answer(request(), { ...FROM_IPV6, address: 'fe80::1%eth0' })).toBe(
      answer(request(), { ...FROM_IPV6, address: 'fe80:0:0:0:0:0:0:1' }),
    );
  });

  it('lists attributes that it would have to know, with the checksum that the request has', () => {
    const response = answer(ICE_REQUEST) ?? '';
    // Error 420 with PRIORITY. ICE-CONTROLLED is optional, USERNAME and the integrity are known.
    expect(response).toContain(`${TRANSACTION}0009000400000414000a0002002400008022`);
    expect(response.startsWith('0111')).toBe(true);
    const [, , before = '', checksum = ''] = /^(....)(....)(.*)80280004(.{8})$/.exec(response) ?? [];
    expect(before + checksum).not.toBe('');
    // One that is in the right place: the response is a message that can be read again.
    expect(answer(Buffer.from(response.replace(/^0111/, '0001'), 'hex'))).toBeUndefined();
  });

  it('names each unknown attribute once', () => {
    expect(answer(request('002600007ffe000000260000'))).toContain('000a000400267ffe');
  });

  it('has a checksum only when the request has one, and ignores a wrong one', () => {
    const withChecksum = ICE_REQUEST.toString('hex');
    expect(answer(ICE_REQUEST)).toMatch(/80280004.{8}$/);
    expect(answer(request())).not.toContain('80280004');
    expect(answer(Buffer.from(withChecksum.replace(/cf$/, 'ce'), 'hex'))).toBeUndefined();
    // Another attribute follows.
    expect(answer(request('8028000400000000802200044c796365'))).toBeUndefined();
  });

  it.each([
    ['an empty packet', Buffer.alloc(0)],
    ['a short packet', request().subarray(0, 19)],
    ['an indication', request('', { type: '0011' })],
    ['a response', request('', { type: '0101' })],
    ['an allocation of TURN', request('', { type: '0003' })],
    ['another protocol, such as DTLS', Buffer.from(`16fefd${'00'.repeat(40)}`, 'hex')],
    ['a request without the cookie, as before RFC 5389', request('', { cookie: '00000000' })],
    ['a length that is not that of the packet', request('', { length: 4 })],
    ['an attribute that is longer than the packet', request('80220010ffffffff')],
    ['half an attribute', request('8022', { length: 2 })],
    ['a packet that is larger than any client sends', request(`8022 0210 ${'00'.repeat(528)}`.replaceAll(' ', ''))],
  ])('ignores %s', (_name, packet) => {
    expect(answer(packet)).toBeUndefined();
  });

  it('never fails, and never answers with more than twice the datagram', () => {
    const attribute = fc
      .tuple(fc.integer({ min: 0, max: 0xffff }), fc.uint8Array({ maxLength: 12 }))
      .map(([type, value]) => {
        const padded = Buffer.alloc(4 + Math.ceil(value.length / 4) * 4);
        padded.writeUInt16BE(type, 0);
        padded.writeUInt16BE(value.length, 2);
        padded.set(value, 4);
        return padded.toString('hex');
      });
    const packet = fc.oneof(
      fc.array(attribute, { maxLength: 40 }).map((attributes) => request(attributes.join(''))),
      fc.uint8Array({ maxLength: 600 }).map((bytes) => Buffer.from(bytes)),
    );
    fc.assert(
      fc.property(packet, fc.constantFrom(FROM_IPV4, FROM_IPV6), (bytes, from) => {
        const response = answerBinding(bytes, from);
        // Headers of IP and UDP.
        const headers = from === FROM_IPV4 ? 28 : 48;
        if (response) expect(response.length + headers).toBeLessThanOrEqual(2 * (bytes.length + headers));
      }),
      { numRuns: 2_000 },
    );
  });
});

it('recognises the response of another Lyceum process', () => {
  const [id, other] = [Buffer.from(TRANSACTION, 'hex'), Buffer.alloc(12)];
  const response = answerBinding(makeBindingRequest(id), FROM_IPV4) ?? Buffer.alloc(0);
  expect(isOwnResponse(response, id)).toBe(true);
  expect(isOwnResponse(response, other)).toBe(false);
  expect(isOwnResponse(answerBinding(request(), FROM_IPV4) ?? Buffer.alloc(0), id)).toBe(false);
});
