import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import sharp from 'sharp';

/** Ids of the elements of a WebM file (https://www.matroska.org/technical/elements.html). */
const ID = {
  header: 0x1a_45_df_a3,
  docType: 0x42_82,
  docTypeVersion: 0x42_87,
  docTypeReadVersion: 0x42_85,
  segment: 0x18_53_80_67,
  info: 0x15_49_a9_66,
  duration: 0x44_89,
  muxingApp: 0x4d_80,
  writingApp: 0x57_41,
  tracks: 0x16_54_ae_6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73_c5,
  trackType: 0x83,
  codec: 0x86,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
  cues: 0x1c_53_bb_6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cuePositions: 0xb7,
  cueTrack: 0xf7,
  cueCluster: 0xf1,
  cluster: 0x1f_43_b6_75,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  void: 0xec,
};
const FRAMES_PER_SECOND = 2;
const WIDTH = 64;
const HEIGHT = 36;
/** Where the frame begins in a WebP file: after the headers of the file and of its only chunk. */
const WEBP_FRAME_START = 20;

/** Returns the start of an element, with a size of eight bytes. */
function headOf(id: number, size: number): Buffer {
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(size) | (1n << 56n));
  return Buffer.concat([Buffer.from(id.toString(16), 'hex'), length]);
}

function element(id: number, ...content: (number | string | Buffer)[]): Buffer {
  const parts = content.map((part) => {
    if (Buffer.isBuffer(part)) return part;
    if (typeof part === 'string') return Buffer.from(part);
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(part);
    return bytes;
  });
  const body = Buffer.concat(parts);
  return Buffer.concat([headOf(id, body.length), body]);
}

/** Returns a frame of VP8: a WebP image contains one. */
async function drawFrame(background: string): Promise<Buffer> {
  const image = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background } });
  const webp = await image.webp().toBuffer();
  return webp.subarray(WEBP_FRAME_START, WEBP_FRAME_START + webp.readUInt32LE(WEBP_FRAME_START - 4));
}

/** Returns a second of the video, in which every frame can be played without another one. */
function clusterOf(second: number, frame: Buffer): Buffer {
  const blocks = Array.from({ length: FRAMES_PER_SECOND }, (_, index) => {
    const head = Buffer.from([0x81, 0, 0, 0x80]);
    head.writeInt16BE((index * 1_000) / FRAMES_PER_SECOND, 1);
    return element(ID.simpleBlock, head, frame);
  });
  return element(ID.cluster, element(ID.timestamp, second * 1_000), ...blocks);
}

/**
 * Writes a WebM video of a length and a size, whose seconds are evenly distributed over the file: what is between them
 * is padding, which takes no space on the disk.
 */
export async function writeVideo(path: string, { seconds, bytes }: { seconds: number; bytes: number }): Promise<void> {
  const frames = [await drawFrame('#3a7d44'), await drawFrame('#7d3a44')];
  const clusters = Array.from({ length: seconds }, (_, second) =>
    clusterOf(second, frames[second % frames.length] ?? Buffer.alloc(0)),
  );
  const header = element(
    ID.header,
    element(ID.docType, 'webm'),
    element(ID.docTypeVersion, 2),
    element(ID.docTypeReadVersion, 2),
  );
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(seconds * 1_000);
  const info = element(
    ID.info,
    element(ID.duration, duration),
    element(ID.muxingApp, 'test'),
    element(ID.writingApp, 'test'),
  );
  const video = element(ID.video, element(ID.width, WIDTH), element(ID.height, HEIGHT));
  const track = [
    element(ID.trackNumber, 1),
    element(ID.trackUid, 1),
    element(ID.trackType, 1),
    element(ID.codec, 'V_VP8'),
  ];
  const tracks = element(ID.tracks, element(ID.trackEntry, ...track, video));
  const cuesOf = (starts: readonly number[]): Buffer =>
    element(
      ID.cues,
      ...starts.map((start, second) =>
        element(
          ID.cuePoint,
          element(ID.cueTime, second * 1_000),
          element(ID.cuePositions, element(ID.cueTrack, 1), element(ID.cueCluster, start)),
        ),
      ),
    );

  // Positions of clusters count from the first byte inside the segment.
  const segmentStart = header.length + headOf(ID.segment, 0).length;
  const firstCluster = info.length + tracks.length + cuesOf(clusters.map(() => 0)).length;
  const step = Math.floor((bytes - segmentStart - firstCluster) / seconds);
  const starts = clusters.map((_, second) => firstCluster + second * step);
  const start = [header, headOf(ID.segment, bytes - segmentStart), info, tracks, cuesOf(starts)];
  const file = openSync(path, 'w');
  ftruncateSync(file, bytes);
  writeSync(file, Buffer.concat(start), 0, undefined, 0);
  for (const [second, cluster] of clusters.entries()) {
    const at = segmentStart + (starts[second] ?? 0);
    const end = second === seconds - 1 ? bytes : at + step;
    const padding = headOf(ID.void, end - at - cluster.length - headOf(ID.void, 0).length);
    writeSync(file, Buffer.concat([cluster, padding]), 0, undefined, at);
  }
  closeSync(file);
}
