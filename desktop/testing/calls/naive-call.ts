import type { CallCandidate, CallSignal } from '#shared/realtime/calls.ts';

/** What a page of a naive call sends to the other one. */
type Send = (name: 'incoming-call' | 'call-accepted' | 'call-signal', payload: object) => void;

const VIDEO = { width: { ideal: 1_280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } };

/**
 * A call as most examples set it up, for comparison: devices, connection and description follow the answer, one after
 * another. Candidates are sent as they are found.
 */
export class NaiveCall {
  isRinging = false;
  private readonly video: HTMLVideoElement;
  private readonly send: Send;
  private readonly connection = new RTCPeerConnection();
  /** Camera and microphone of the callee, before which an offer is not answered. */
  private media: Promise<MediaStream> | undefined;
  private early: CallCandidate[] = [];

  constructor(video: HTMLVideoElement, send: Send) {
    this.video = video;
    this.send = send;
    this.connection.addEventListener('icecandidate', ({ candidate }) => {
      if (!candidate) return;
      const { candidate: line, sdpMid, sdpMLineIndex, usernameFragment } = candidate;
      const signal = { type: 'candidate', candidate: { candidate: line, sdpMid, sdpMLineIndex, usernameFragment } };
      send('call-signal', { signal });
    });
    this.connection.addEventListener('track', ({ streams: [stream] }) => {
      if (stream && video.srcObject !== stream) video.srcObject = stream;
    });
  }

  dial(): void {
    this.send('incoming-call', {});
  }

  answer(): void {
    this.media = this.open();
    this.send('call-accepted', {});
  }

  /** Follows what the other page has sent. */
  async receive(name: string, { signal }: { signal?: CallSignal }): Promise<void> {
    if (name === 'incoming-call') this.isRinging = true;
    if (name === 'call-accepted') {
      await this.addTracks(this.open());
      await this.describe();
    }
    if (signal?.type === 'candidate') await this.addCandidate(signal.candidate);
    if (signal?.type !== 'offer' && signal?.type !== 'answer') return;
    await this.connection.setRemoteDescription(signal);
    for (const candidate of this.early.splice(0)) await this.addCandidate(candidate);
    if (signal.type === 'answer') return;
    await this.addTracks(this.media ?? this.open());
    await this.describe();
  }

  close(): void {
    this.connection.close();
    this.video.srcObject = null;
    void this.media?.then((stream) => stream.getTracks().forEach((track) => track.stop()));
  }

  private open(): Promise<MediaStream> {
    this.media ??= navigator.mediaDevices.getUserMedia({ audio: true, video: VIDEO });
    return this.media;
  }

  private async addTracks(media: Promise<MediaStream>): Promise<void> {
    const stream = await media;
    for (const track of stream.getTracks()) this.connection.addTrack(track, stream);
  }

  private async describe(): Promise<void> {
    await this.connection.setLocalDescription();
    const { type, sdp } = this.connection.localDescription ?? {};
    this.send('call-signal', { signal: { type, sdp } });
  }

  private async addCandidate(candidate: CallCandidate): Promise<void> {
    if (this.connection.remoteDescription) await this.connection.addIceCandidate(candidate as RTCIceCandidateInit);
    else this.early.push(candidate);
  }
}
