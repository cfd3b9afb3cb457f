/** The module `clipboard`: what was copied by main. */
export class FakeClipboard implements Pick<Electron.Clipboard, 'readText' | 'writeText'> {
  private text = '';

  async readText(): Promise<string> {
    return this.text;
  }
  async writeText(text: string): Promise<void> {
    this.text = text;
  }
}

/** The module `nativeImage`: an image keeps its size and its pixels. */
export const FakeNativeImage = {
  createFromBitmap(buffer: Buffer, { width, height }: Electron.CreateFromBitmapOptions) {
    if (buffer.length !== width * height * 4) throw new Error('invalid buffer size');
    return { getSize: () => ({ width, height }), toBitmap: () => buffer };
  },
};
