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
