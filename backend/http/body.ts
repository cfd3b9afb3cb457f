import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { REQUEST_LIMITS } from '#shared/limits.ts';
import { AppError } from './app-error.ts';
import { hasBody, hasUploadBody } from './uploads.ts';

const POISONED_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * True when a parsed JSON value is nested deeper than `max` or contains a key that could change a prototype; iterative,
 * so that it cannot overflow the stack.
 */
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

/**
 * Rejects input with text that Postgres cannot store: a NUL, or half a surrogate pair, which jsonb does not accept.
 *
 * @throws AppError VALIDATION on the fields that contain it. Depth must be limited before, because this recurses.
 */
export function refuseUnstorable(input: unknown): void {
  const unstorable = Object.entries((input ?? {}) as object).filter(([, value]) => isUnstorable(value));
  if (unstorable.length === 0) return;
  const errors = Object.fromEntries(
    unstorable.map(([field]) => [field, ['This contains a character that cannot be stored']]),
  );
  throw new AppError('VALIDATION', 'Validation failed', { errors });
}

function isUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed();
  return typeof value === 'object' && value !== null && Object.values(value).some(isUnstorable);
}

const parseJson = express.json({ limit: REQUEST_LIMITS.bodyMaxBytes, inflate: false, strict: true });

/**
 * Parses JSON bodies within the limits; other types of body are 415, except those of uploads, which their routes read.
 */
export function readBody(): RequestHandler {
  return (req: Request, res: Response, next: NextFunction) => {
    if (!hasBody(req.headers) || hasUploadBody({ headers: req.headers, url: req.originalUrl })) return next();
    if (!req.is('application/json')) return next(new AppError('BAD_TYPE', 'Send the request as JSON'));
    parseJson(req, res, (error?: unknown) => {
      if (error) return next(error);
      // When the client has hung up, body-parser skips the body without an error.
      if (req.body === undefined) return next(new AppError('VALIDATION', 'The request was not received completely'));
      if (isHostile(req.body, REQUEST_LIMITS.depthMax)) {
        return next(new AppError('VALIDATION', 'The request is nested too deeply or contains a forbidden key'));
      }
      next();
    });
  };
}
