import type { Request, RequestHandler } from 'express';
import passportModule from 'passport';
import { Strategy } from 'passport-local';
import { AppError } from './app-error.ts';
import type { Claim } from './fair-places.ts';
import { sessionCookieName, type CookieConfig } from './session-cookie.ts';
import type { PendingSignIn } from './session-store.ts';

/** A user whose password was right, with the fingerprint of their access when it was read. */
export type VerifiedUser = Pick<PendingSignIn, 'userId' | 'accessFingerprint'>;

/** An instance of Passport, whose own type is generic in the host framework. */
export type Authenticator = InstanceType<typeof passportModule.Passport>;

/** A claim to a place for hashing. */
type SignInClaim = Claim<'known' | 'unknown'>;

declare module 'express-serve-static-core' {
  interface Request {
    /** The claim of a sign-in, which counts it before it is checked. */
    signInClaim?: SignInClaim;
  }
}

/** Finds the account of a username or email address and a password; null when they do not match. */
export type LookUp = (usernameOrEmail: string, password: string, claim: SignInClaim) => Promise<VerifiedUser | null>;

/** Configures Passport: the local strategy, and the session user as loaded by the session store. */
export function createSignIn(lookUp: LookUp): Authenticator {
  const passport = new passportModule.Passport();
  passport.use(
    new Strategy({ passReqToCallback: true }, (req, username, password, done) => {
      if (!req.signInClaim) return done(new Error('a sign-in is counted before its password is checked'));
      lookUp(username, password, req.signInClaim).then((user) => done(null, user ?? false), done);
    }),
  );
  passport.serializeUser((req: Request, user: Express.User, done: (error: unknown, id?: unknown) => void) => {
    const { userId, accessFingerprint } = user as VerifiedUser;
    // The new session: the store compares the fingerprint when it inserts the session.
    req.session.accessFingerprint = accessFingerprint;
    done(null, userId);
  });
  passport.deserializeUser((req: Request, _id: string, done: (error: unknown, user?: Express.User | false) => void) =>
    done(null, req.session.identity ?? false),
  );
  return passport;
}

/** What a user entered to sign in, as the schema of the endpoint parsed it. */
export interface Credentials {
  login: string;
  password: string;
}

/**
 * Runs the local strategy on what the user entered. @throws AppError UNAUTHENTICATED, the same for a wrong username and
 * a wrong password.
 */
export function authenticate(
  passport: Authenticator,
  { req, login, password }: Credentials & { req: Request },
): Promise<VerifiedUser> {
  return new Promise((resolve, reject) => {
    // The strategy reads the body, which is not parsed otherwise.
    req.body = { username: login, password };
    const run = passport.authenticate('local', (error: unknown, user: VerifiedUser | false) => {
      if (error) reject(error);
      else if (!user) reject(new AppError('UNAUTHENTICATED', 'Invalid username or password'));
      else resolve(user);
    }) as RequestHandler;
    void run(req, req.res as never, reject);
  });
}

/**
 * Signs the user in with a new session (no fixation: the token changes).
 *
 * @throws AppError UNAUTHENTICATED when the user's access was revoked after the password was checked, or when a repeat
 *   of the sign-in has started a session.
 */
export function startSession(req: Request, user: VerifiedUser): Promise<void> {
  return replacing(req, (done) => req.logIn(user, done));
}

/**
 * Stores a sign-in that requires one more step in a new session, so that a known token of the previous session gives no
 * access.
 *
 * @throws AppError UNAUTHENTICATED when a repeat of the sign-in has started a session.
 */
export function holdSignIn(req: Request, pending: PendingSignIn): Promise<void> {
  return replacing(req, (done) =>
    req.session.regenerate((error: unknown) => {
      if (error) return done(error);
      req.session.pendingSignIn = pending;
      req.session.save(done);
    }),
  );
}

/** Replaces the session of a request. If that fails, the browser keeps the session that it has. */
function replacing(req: Request, replace: (done: (error?: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    replace((error) => {
      if (!error) return resolve();
      dropSession(req);
      reject(error as Error);
    });
  });
}

/**
 * Removes the ended session from the request, and its cookie and cached responses from the browser. Storage is not
 * cleared: the page removes what belongs to the user, and preferences of the device stay.
 */
export function forgetSession(req: Request, config: CookieConfig): void {
  req.res?.clearCookie(sessionCookieName(config), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.isSecure,
  });
  req.res?.setHeader('Clear-Site-Data', '"cache"');
  dropSession(req);
}

/** Removes the session from the request: express-session then stores none and sends no cookie. */
function dropSession(req: Request): void {
  // Its types do not allow null.
  (req as { session: unknown }).session = null;
}
