import type { Request, Response } from 'express';

/** One uploaded file, in memory and whole. */
export interface Upload {
  name: string;
  sha256: string;
  bytes: Buffer;
}

declare module 'express-serve-static-core' {
  interface Request {
    upload?: Upload;
  }
}

export async function readUpload(_req: Request, _res: Response): Promise<void> {}
