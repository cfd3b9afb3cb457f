import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { REQUEST_LIMITS } from '#shared/limits.ts';
import { AppError } from './app-error.ts';

const POISONED_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** True when a parsed JSON value nests deeper than `max` or holds a key that reaches for a prototype; iterative on purpose. */
export function isHostile(value: unknown, max: number): boolean {
  const open: { node: unknown; depth: number }[] = [{ node: value, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, depth } = next;
    if (typeof node !== 'object' || node === null) continue;
    if (depth >= max) return true;
    for (const key of Object.keys(node)) {
      if (POISONED_KEYS.has(key)) return true;
      open.push({ node: (node as Record<string, unknown>)[key], depth: depth + 1 });
    }
  }
  return false;
}

/** The fields of a body that hold a NUL anywhere, which Postgres stores in no text. */
function findUnstorable(body: unknown): string[] {
  return Object.entries((body ?? {}) as object)
    .filter(([, value]) => hasNul(value))
    .map(([field]) => field);
}

/** Depth was bounded before, so this may recurse. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  return typeof value === 'object' && value !== null && Object.values(value).some(hasNul);
}

const parseJson = express.json({ limit: REQUEST_LIMITS.bodyMaxBytes, inflate: false, strict: true });

/** Parses JSON bodies within the limits; other types of body are 415, except multipart, which its route reads. */
export function readBody(): RequestHandler {
  return (req: Request, res: Response, next: NextFunction) => {
    const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
    if (!hasBody || req.is('multipart/form-data')) return next();
    if (!req.is('application/json')) return next(new AppError('BAD_TYPE', 'Send the request as JSON'));
    parseJson(req, res, (error?: unknown) => {
      if (error) return next(error);
      if (isHostile(req.body, REQUEST_LIMITS.depthMax)) {
        return next(new AppError('VALIDATION', 'The request is nested too deeply or holds a forbidden key'));
      }
      const unstorable = findUnstorable(req.body);
      if (unstorable.length > 0) {
        const errors = Object.fromEntries(unstorable.map((field) => [field, ['This holds a character that cannot be stored']]));
        return next(new AppError('VALIDATION', 'Validation failed', { errors }));
      }
      next();
    });
  };
}
