import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { fileEndpoints, type FilePurpose, type UploadView } from '#shared/api/files.ts';
import type { Random } from '../random.ts';
import { waitAfter } from './client.ts';
import { tagOf, type Action, type Writer } from './writer.ts';

const EDGE_PX = { least: 8, most: 120 };
const TEXT_BYTES = { least: 2_000, most: 40_000 };
/** Number of parts of a resumable upload. */
const PARTS = 3;
const IMAGES_KEPT = 5;

/** Uploads an image in one request, for a later post. */
async function uploadImage(writer: Writer): Promise<void> {
  const { client, chance, own, ledger } = writer;
  const bytes = await drawImage(chance);
  const name = `${tagOf(writer, 'image')}.png`;
  const form = (): FormData => {
    const made = new FormData();
    made.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name);
    return made;
  };
  const file = await client.write(fileEndpoints.upload, { query: { purpose: 'post-image' } }, { form });
  if (!file) return;
  claimFile(writer, file, 'post-image');
  own.imageIds.push(file.fileId);
  if (own.imageIds.length > IMAGES_KEPT) own.imageIds.shift();
  if (file.name !== name.replace('.png', '.webp')) ledger.refusals.push(`${name} is stored as ${file.name}`);
}

/** Uploads a text in parts; each part is sent again from the offset that the server reports. */
async function uploadInParts(writer: Writer): Promise<void> {
  const { client, chance, ledger } = writer;
  const bytes = writeText(chance);
  const body = {
    purpose: 'message-file' as const,
    name: `${tagOf(writer, 'text')}.txt`,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
  for (;;) {
    const session = await client.write(fileEndpoints.createUploadSession, { body });
    if (!session) return;
    ledger.open += 1;
    const file = await finishUpload(writer, { url: session.url, id: session.id, bytes });
    ledger.open -= 1;
    // A disk without space ends the session.
    if (file === 'ended') continue;
    ledger.acknowledge('PATCH /api/uploads/sessions/:id');
    if (file.sha256 !== body.sha256) ledger.refusals.push(`${body.name} was stored with other bytes`);
    return claimFile(writer, file, body.purpose);
  }
}

async function finishUpload(
  { client, ledger }: Writer,
  { url, id, bytes }: { url: string; id: string; bytes: Uint8Array },
): Promise<UploadView | 'ended'> {
  let failures = 0;
  const partBytes = Math.ceil(bytes.length / PARTS);
  for (;;) {
    const head = await client.tus('HEAD', url);
    if (head?.status === 404 || head?.status === 410) return 'ended';
    const offset = head?.status === 200 ? Number(head.headers.get('upload-offset')) : null;
    if (offset !== null && offset < bytes.length) {
      const sent = await client.tus('PATCH', url, { bytes: bytes.subarray(offset, offset + partBytes), offset });
      if (sent?.status === 204) {
        failures = 0;
        continue;
      }
    }
    if (offset === bytes.length) {
      const view = await client.read(fileEndpoints.getUploadSession, { params: { id } });
      if (view?.file) return view.file;
    }
    ledger.retries += 1;
    failures += 1;
    await waitAfter(failures);
  }
}

function claimFile({ client, ledger }: Writer, file: UploadView, purpose: FilePurpose): void {
  ledger.claim('files', file.fileId, [client.userId, purpose, file.name, file.size, file.sha256].join(' | '));
}

async function drawImage(chance: Random): Promise<Buffer> {
  const edge = (): number => chance.between(EDGE_PX.least, EDGE_PX.most);
  const [red, green, blue] = [chance.between(0, 255), chance.between(0, 255), chance.between(0, 255)];
  const background = { r: red, g: green, b: blue };
  return sharp({ create: { width: edge(), height: edge(), channels: 3, background } })
    .png()
    .toBuffer();
}

function writeText(chance: Random): Uint8Array {
  const bytes = Buffer.alloc(chance.between(TEXT_BYTES.least, TEXT_BYTES.most));
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = chance.between(97, 122);
  return bytes;
}

/** Both kinds of uploads. */
export const uploadActions: Record<string, Action> = {
  'upload image': uploadImage,
  'upload in parts': uploadInParts,
};
