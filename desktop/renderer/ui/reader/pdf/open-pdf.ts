import { getDocument, PDFDataRangeTransport, PDFWorker, version, type PDFDocumentProxy } from 'pdfjs-dist';
import { loadBytes } from '../../../lib/http/file-bytes.ts';

/** Where the build puts the worker, the character maps and the fonts of pdf.js (desktop/renderer.config.ts). */
const DATA_PATH = `/assets/pdf-${version}/`;
/** How much one request loads, in bytes. */
const CHUNK_BYTES = 1024 * 1024;

/** Loads the parts of a file that pdf.js asks for. */
class FileRanges extends PDFDataRangeTransport {
  readonly #url: string;
  readonly #onError: (error: unknown) => void;
  readonly #controller = new AbortController();

  constructor(url: string, sizeBytes: number, onError: (error: unknown) => void) {
    super(sizeBytes, null);
    this.#url = url;
    this.#onError = onError;
  }

  override requestDataRange(start: number, end: number): void {
    const { signal } = this.#controller;
    loadBytes(this.#url, { range: { start, end }, signal })
      .then((bytes) => this.onDataRange(start, bytes))
      .catch(this.#onError);
  }

  override abort(): void {
    this.#controller.abort();
  }
}

/** Loads the fonts and character maps that a PDF needs, through the same transport as every file. */
class AppData {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    return loadBytes(`${DATA_PATH}${kind === 'cMapUrl' ? 'cmaps' : 'fonts'}/${filename}`);
  }
}

/** An open PDF; `close` ends its worker and its requests. */
interface OpenPdf {
  pdf: Promise<PDFDocumentProxy>;
  /** Rejects when a part cannot be loaded, also while pages are shown. */
  failure: Promise<never>;
  close: () => void;
}

/**
 * Opens a PDF of `sizeBytes`, in parts of 1 MB as they are needed. `pdf` rejects for a damaged or locked file and for a
 * request that fails. Scripts in the file never run: the library that runs them is not part of the build.
 */
export function openPdf(url: string, sizeBytes: number): OpenPdf {
  const port = new Worker(`${DATA_PATH}worker.js`, { type: 'module' });
  // The types of the package are made from its defaults, so `port` is declared as null.
  const worker = PDFWorker.create({ port } as object as Parameters<typeof PDFWorker.create>[0]);
  const failure = Promise.withResolvers<never>();
  const range = new FileRanges(url, sizeBytes, failure.reject);
  port.addEventListener('error', () => failure.reject(new TypeError('The worker of pdf.js did not start.')));
  const task = getDocument({
    range,
    worker,
    rangeChunkSize: CHUNK_BYTES,
    disableStream: true,
    disableAutoFetch: true,
    // The content security policy does not allow WebAssembly, which needs 'wasm-unsafe-eval'.
    useWasm: false,
    wasmUrl: new URL(`${DATA_PATH}decoders/`, location.href).href,
    cMapUrl: `${DATA_PATH}cmaps/`,
    standardFontDataUrl: `${DATA_PATH}fonts/`,
    useWorkerFetch: false,
    BinaryDataFactory: AppData,
    // A second worker that draws pages, which would load another 120 kB.
    disableWorkerRendering: true,
  });
  const close = (): void => {
    range.abort();
    void task.destroy().finally(() => {
      worker.destroy();
      port.terminate();
    });
  };
  return { pdf: Promise.race([task.promise, failure.promise]), failure: failure.promise, close };
}
