/** An HTTP request; `path` is same-origin and starts with a slash. */
export interface TransportRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** A form to upload. */
export interface TransportUpload {
  path: string;
  headers: Record<string, string>;
  form: FormData;
  signal?: AbortSignal | undefined;
  /** Called with the share sent, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

/** Sends HTTP requests. */
export interface HttpTransport {
  /** Returns the response, whatever its status. @throws TypeError when unreachable, AbortError when aborted. */
  send(request: TransportRequest): Promise<Response>;
  /** Sends a form and reports its progress. Errors as {@link send}. */
  upload(request: TransportUpload): Promise<Response>;
}

/** The browser keeps at most 64 kB of requests of a page that is left (https://fetch.spec.whatwg.org). */
const KEPT_MAX_CHARS = 1_000;

/** True while the page is hidden, and so may be left at any time; the desktop app keeps its page. */
function isLeaving(): boolean {
  return document.visibilityState === 'hidden' && location.protocol.startsWith('http');
}

/** HTTP by the browser to the page's origin: the server, or the desktop app, which forwards /api. */
export const webTransport: HttpTransport = {
  send({ method, path, headers, body, signal }) {
    return fetch(path, {
      method,
      headers,
      credentials: 'include',
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
      keepalive: body !== undefined && body.length < KEPT_MAX_CHARS && isLeaving(),
    });
  },
  upload({ path, headers, form, signal, onProgress }) {
    return new Promise((resolve, reject) => {
      const xhr = new XMLHttpRequest();
      xhr.open('POST', path);
      xhr.withCredentials = true;
      for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
      xhr.upload.addEventListener('progress', (event) => {
        if (event.lengthComputable) onProgress?.(event.loaded / event.total);
      });
      xhr.addEventListener('load', () =>
        resolve(new Response(xhr.responseText, { status: xhr.status, headers: readHeaders(xhr) })),
      );
      xhr.addEventListener('error', () => reject(new TypeError('upload failed')));
      xhr.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      if (signal?.aborted) return reject(new DOMException('aborted', 'AbortError'));
      signal?.addEventListener('abort', () => xhr.abort());
      xhr.send(form);
    });
  },
};

function readHeaders(xhr: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of xhr.getAllResponseHeaders().trim().split('\r\n')) {
    const at = line.indexOf(':');
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim());
  }
  return headers;
}
