import { isIPv4 } from 'node:net';
import { crc32 } from 'node:zlib';

/** Of every STUN message (RFC 8489, section 5). */
const MAGIC_COOKIE = 0x2112a442;
const HEADER_BYTES = 20;
const BINDING = { request: 0x0001, success: 0x0101, error: 0x0111 } as const;
/** Every response fits into one packet of any network (RFC 8489, section 6.1), and no client sends more. */
const REQUEST_MAX_BYTES = 548;

/** Types of attributes (RFC 8489, section 18.3). */
const ATTRIBUTE = {
  errorCode: 0x0009,
  unknownAttributes: 0x000a,
  xorMappedAddress: 0x0020,
  software: 0x8022,
  fingerprint: 0x8028,
} as const;
/** What FINGERPRINT combines its checksum with (RFC 8489, section 14.7). */
const FINGERPRINT_XOR = 0x5354554e;
const FINGERPRINT_BYTES = 8;
/** Attributes of RFC 8489 that a server has to know, although binding requests need no credentials. */
const KNOWN = new Set([0x0001, 0x0006, 0x0008, 0x0009, 0x000a, 0x0014, 0x0015, 0x001c, 0x001d, 0x001e, 0x0020]);
/** Attributes from this type on may be ignored. */
const OPTIONAL_FROM = 0x8000;
/** Error code of a request with attributes that the server does not know, as class and number. */
const UNKNOWN_ATTRIBUTE = [4, 20] as const;

/** The name that a request with SOFTWARE is answered with. */
const SOFTWARE = 'Lyceum';

interface Attribute {
  type: number;
  value: Buffer;
}

/**
 * Returns the response to a STUN binding request (RFC 8489, section 6.3), which contains the address from which it
 * came; null for every other packet, such as other methods, indications, responses and packets of other protocols.
 * FINGERPRINT and SOFTWARE are contained when the request contains them. A datagram is at most twice that of the
 * request, its headers counted, so that a forged sender's address gains nothing.
 */
export function answerBinding(packet: Buffer, from: { address: string; port: number }): Buffer | null {
  const attributes = readBindingRequest(packet);
  if (!attributes) return null;
  const types = attributes.map(({ type }) => type);
  const unknown = [...new Set(types.filter((type) => type < OPTIONAL_FROM && !KNOWN.has(type)))];
  const kind = unknown.length === 0 ? 'success' : 'error';
  const body = kind === 'success' ? [xorMappedAddress(packet, from)] : [errorCode(), unknownAttributes(unknown)];
  if (types.includes(ATTRIBUTE.software)) body.push({ type: ATTRIBUTE.software, value: Buffer.from(SOFTWARE) });
  return writeMessage({
    type: BINDING[kind],
    transactionId: packet.subarray(8, HEADER_BYTES),
    attributes: body,
    hasFingerprint: types.includes(ATTRIBUTE.fingerprint),
  });
}

/** Makes a binding request with SOFTWARE. `transactionId` has 12 bytes. */
export function makeBindingRequest(transactionId: Buffer): Buffer {
  const attributes = [{ type: ATTRIBUTE.software, value: Buffer.from(SOFTWARE) }];
  return writeMessage({ type: BINDING.request, transactionId, attributes });
}

/** Whether a packet is the response of a Lyceum server to the request with this transaction id. */
export function isOwnResponse(packet: Buffer, transactionId: Buffer): boolean {
  const attributes = readMessage(packet, BINDING.success);
  if (!attributes || !packet.subarray(8, HEADER_BYTES).equals(transactionId)) return false;
  return attributes.some(({ type, value }) => type === ATTRIBUTE.software && value.toString() === SOFTWARE);
}

/** Returns the attributes of a binding request; null for anything else. */
function readBindingRequest(packet: Buffer): Attribute[] | null {
  return packet.length <= REQUEST_MAX_BYTES ? readMessage(packet, BINDING.request) : null;
}

function readMessage(packet: Buffer, type: number): Attribute[] | null {
  if (packet.length < HEADER_BYTES || packet.readUInt16BE(0) !== type) return null;
  if (packet.readUInt32BE(4) !== MAGIC_COOKIE || packet.readUInt16BE(2) !== packet.length - HEADER_BYTES) return null;
  const attributes: Attribute[] = [];
  for (let at = HEADER_BYTES; at < packet.length;) {
    if (at + 4 > packet.length) return null;
    const kind = packet.readUInt16BE(at);
    const end = at + 4 + packet.readUInt16BE(at + 2);
    if (paddedTo4(end) > packet.length) return null;
    // It is the last one, and its checksum is right: otherwise the packet belongs to another protocol.
    if (kind === ATTRIBUTE.fingerprint && !isFingerprint(packet, at)) return null;
    attributes.push({ type: kind, value: packet.subarray(at + 4, end) });
    at = paddedTo4(end);
  }
  return attributes;
}

function isFingerprint(packet: Buffer, at: number): boolean {
  if (at + FINGERPRINT_BYTES !== packet.length || packet.readUInt16BE(at + 2) !== 4) return false;
  return packet.readUInt32BE(at + 4) === fingerprintOf(packet.subarray(0, at));
}

/** The length in the header of `before` counts FINGERPRINT too. */
function fingerprintOf(before: Buffer): number {
  return (crc32(before) ^ FINGERPRINT_XOR) >>> 0;
}

function paddedTo4(bytes: number): number {
  return Math.ceil(bytes / 4) * 4;
}

interface Message {
  type: number;
  transactionId: Buffer;
  attributes: readonly Attribute[];
  hasFingerprint?: boolean;
}

function writeMessage({ type, transactionId, attributes, hasFingerprint = false }: Message): Buffer {
  const body = Buffer.concat(attributes.map(writeAttribute));
  const header = Buffer.alloc(8);
  header.writeUInt16BE(type, 0);
  header.writeUInt16BE(body.length + (hasFingerprint ? FINGERPRINT_BYTES : 0), 2);
  header.writeUInt32BE(MAGIC_COOKIE, 4);
  const message = Buffer.concat([header, transactionId, body]);
  if (!hasFingerprint) return message;
  const value = Buffer.alloc(4);
  value.writeUInt32BE(fingerprintOf(message));
  return Buffer.concat([message, writeAttribute({ type: ATTRIBUTE.fingerprint, value })]);
}

function writeAttribute({ type, value }: Attribute): Buffer {
  const written = Buffer.alloc(4 + paddedTo4(value.length));
  written.writeUInt16BE(type, 0);
  written.writeUInt16BE(value.length, 2);
  value.copy(written, 4);
  return written;
}

/** The address is combined with cookie and transaction id, as some routers rewrite addresses in packets (14.2). */
function xorMappedAddress(packet: Buffer, { address, port }: { address: string; port: number }): Attribute {
  const bytes = bytesOf(address);
  const value = Buffer.alloc(4 + bytes.length);
  value.writeUInt8(bytes.length === 4 ? 1 : 2, 1);
  value.writeUInt16BE(port ^ (MAGIC_COOKIE >>> 16), 2);
  for (const [at, byte] of bytes.entries()) value.writeUInt8(byte ^ packet.readUInt8(4 + at), 4 + at);
  return { type: ATTRIBUTE.xorMappedAddress, value };
}

/** Returns the bytes of an address. An IPv4 address that a socket for both families reports as IPv6 has four. */
function bytesOf(address: string): number[] {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIPv4(plain)) return plain.split('.').map(Number);
  const [head = '', tail] = plain.split('::');
  const groupsOf = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - first.length - last.length }, () => 0);
  return [...first, ...zeros, ...last].flatMap((group) => [group >> 8, group & 0xff]);
}

/** Without a reason in words, which would make the response longer. */
function errorCode(): Attribute {
  return { type: ATTRIBUTE.errorCode, value: Buffer.from([0, 0, ...UNKNOWN_ATTRIBUTE]) };
}

function unknownAttributes(types: readonly number[]): Attribute {
  const value = Buffer.alloc(types.length * 2);
  for (const [at, type] of types.entries()) value.writeUInt16BE(type, at * 2);
  return { type: ATTRIBUTE.unknownAttributes, value };
}
