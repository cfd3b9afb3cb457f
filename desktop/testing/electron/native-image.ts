/** The module `nativeImage`: an image remembers its file, whether that exists or not, or its pixels. */
export class FakeNativeImage {
  readonly path: string;
  private readonly pixels: { buffer: Buffer; width: number; height: number } | null;

  constructor(path: string, pixels: FakeNativeImage['pixels'] = null) {
    this.path = path;
    this.pixels = pixels;
  }

  static createFromPath(path: string): FakeNativeImage {
    return new FakeNativeImage(path);
  }
  static createFromBitmap(buffer: Buffer, { width, height }: Electron.CreateFromBitmapOptions): FakeNativeImage {
    if (buffer.length !== width * height * 4) throw new Error('invalid buffer size');
    return new FakeNativeImage('', { buffer, width, height });
  }

  getSize = (): { width: number; height: number } => ({
    width: this.pixels?.width ?? 0,
    height: this.pixels?.height ?? 0,
  });
  toBitmap = (): Buffer => this.pixels?.buffer ?? Buffer.alloc(0);
}
