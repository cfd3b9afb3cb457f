import type { CallRoute } from '#shared/api/calls.ts';

/** Bandwidth of the first and of the second media section of a video call, in kbit/s (RFC 8866, `b=AS`). */
const SECTION_KBPS = [2_000, 300] as const;
const KBIT = 1_000;
const AUDIO_MAX_BITRATE = 64 * KBIT;

/** How video is sent. */
interface VideoLimits {
  maxBitrate: number;
  scaleResolutionDownBy: number;
}

/**
 * Limits of video by route. In the first two seconds half the resolution is sent: the first key frame is sent at a low
 * estimate of the bandwidth and arrives sooner. A relay carries at most half the bitrate.
 */
export const VIDEO_LIMITS: Record<'start' | 'lifted', Record<CallRoute, VideoLimits>> = {
  start: limitsOf(2),
  lifted: limitsOf(1),
};

function limitsOf(scaleResolutionDownBy: number): Record<CallRoute, VideoLimits> {
  const direct = { maxBitrate: SECTION_KBPS[0] * KBIT, scaleResolutionDownBy };
  return { direct, relay: { ...direct, maxBitrate: direct.maxBitrate / 2 } };
}

/** Adds the caps to the first two media sections of a description whose first one is video; a voice call has none. */
export function limitBandwidth(sdp: string): string {
  const [session = '', ...sections] = sdp.split(/(?=^m=)/m);
  if (!sections[0]?.startsWith('m=video')) return sdp;
  return [session, ...sections.map((section, index) => limitSection(section, SECTION_KBPS[index]))].join('');
}

/** `b=` follows the connection line of a section (RFC 8866, section 5). */
function limitSection(section: string, kbps: number | undefined): string {
  if (kbps === undefined || section.startsWith('m=application')) return section;
  const without = section.replace(/^b=AS:.*\r\n/m, '');
  return without.replace(/^c=.*\r\n/m, (line) => `${line}b=AS:${String(kbps)}\r\n`);
}

/** Applies the limits to what a connection sends. */
export async function limitSenders(connection: RTCPeerConnection, video: VideoLimits): Promise<void> {
  await Promise.all(
    connection.getSenders().map(async (sender) => {
      if (!sender.track) return;
      const parameters = sender.getParameters();
      const limits = sender.track.kind === 'video' ? video : { maxBitrate: AUDIO_MAX_BITRATE };
      for (const encoding of parameters.encodings) Object.assign(encoding, limits);
      // Parameters are replaced while a description is applied: the limits of the description hold then.
      await sender.setParameters(parameters).catch(() => undefined);
    }),
  );
}
