import type { EntityManager } from '@mikro-orm/postgresql';
import { newId } from '../../db/clock.ts';
import { endSuspension, storeSuspension } from '../users/users.service.ts';
import type { Role } from '#shared/api/endpoint.ts';
import type { ReportTarget } from '#shared/api/reports.ts';
import { read } from '../../db/read.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import { transact } from '../../db/transact.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { takeDownAdvertisement } from '../advertisements/advertisements.service.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { endAllSessions } from '../auth/revocation.service.ts';
import { removeFactors } from '../auth/two-factor.service.ts';
import { takeDownComment } from '../comments/comments.service.ts';
import { takeDownCourse } from '../courses/courses.service.ts';
import { takeDownEvent } from '../events/events.service.ts';
import { takeDownMessage } from '../messages/messages.service.ts';
import { takeDownPost } from '../posts/posts.service.ts';
import { takeDownReview } from '../reviews/reviews.service.ts';
import { User } from '../users/user.entity.ts';
import { revokeConfirmations } from '../verifications/verifications.service.ts';
import { loadReportLine, type ReportDetails } from './operator.lists.ts';
import { Report, type ReportStatus } from './report.entity.ts';

/** The operator at the command line; the name is recorded in the audit log with every action. */
export interface Operator {
  name: string;
  /** The reason, in the operator's words. */
  note?: string | undefined;
}

const CLOSE = {
  name: 'reports-close',
  text: `update reports set status = $3, closed_at = now(), closed_by = $4
    where status = 'open' and target_type = $1 and target_id = $2 returning id`,
};
const CLOSE_OF_USER = {
  name: 'reports-close-user',
  text: `update reports set status = 'suspended', closed_at = now(), closed_by = $2
    where status = 'open' and target_user_id = $1 returning id`,
};
/** Deletes a reported record by its type; the others have no content of their own. */
const TAKE_DOWN: Record<
  Exclude<ReportTarget, 'user' | 'conversation'>,
  (em: EntityManager, id: string) => Promise<boolean>
> = {
  post: takeDownPost,
  comment: takeDownComment,
  advertisement: takeDownAdvertisement,
  message: takeDownMessage,
  event: takeDownEvent,
  course: takeDownCourse,
  review: takeDownReview,
};

/**
 * Loads a report with the copy of what was reported and of the messages before it, and records who read it. @throws
 * AppError NOT_FOUND.
 */
export async function readReport(em: EntityManager, reportId: string, operator: Operator): Promise<ReportDetails> {
  return transact(em, async (tx) => {
    const line = await loadReportLine(tx, reportId);
    await audit(tx, { event: 'report_read', target: { type: 'report', id: reportId }, operator });
    return line;
  });
}

/** Closes every open report of the same target without an action. Returns how many. @throws AppError NOT_FOUND. */
export async function dismissReports(em: EntityManager, reportId: string, operator: Operator): Promise<number> {
  return transact(em, async (tx) => {
    const report = await loadReport(tx, reportId);
    const closed = await closeReports(tx, { report, status: 'dismissed', operator });
    await audit(tx, { event: 'report_dismissed', target: { type: 'report', id: reportId }, operator });
    return closed;
  });
}

/**
 * Deletes the reported record as its author would, and closes every open report of it. Returns how many and whether the
 * record still existed.
 *
 * @throws AppError NOT_FOUND, VALIDATION for a report about a user or a conversation.
 */
export async function removeReported(
  em: EntityManager,
  reportId: string,
  operator: Operator,
): Promise<{ closed: number; wasThere: boolean }> {
  return transact(em, async (tx) => {
    const report = await loadReport(tx, reportId);
    const { targetType, targetId } = report;
    if (targetType === 'user')
      throw new AppError('VALIDATION', 'This report is about a member: suspend the account instead');
    if (targetType === 'conversation')
      throw new AppError(
        'VALIDATION',
        'This report is about a conversation: suspend the account or dismiss the report',
      );
    const wasThere = await TAKE_DOWN[targetType](tx, targetId);
    const closed = await closeReports(tx, { report, status: 'removed', operator });
    await audit(tx, {
      event: 'content_removed',
      target: { type: targetType, id: targetId },
      operator,
      details: { author: report.targetUserId, reportId, wasThere },
    });
    return { closed, wasThere };
  });
}

/**
 * Suspends an account: signs its devices out and prevents signing in, hides it and its content, and closes open reports
 * about it; `reason` is shown at sign-in. @throws AppError NOT_FOUND, VALIDATION when it is already suspended.
 */
export async function suspendUser(
  em: EntityManager,
  { userId, reason }: { userId: string; reason: string },
  operator: Operator,
): Promise<{ closed: number; devices: number }> {
  return transact(em, async (tx) => {
    const user = await tx.findOne(User, { id: userId });
    if (!user) throw notFound('This member');
    if (user.suspendedAt) throw new AppError('VALIDATION', 'This account is already suspended');
    await storeSuspension(tx, userId, reason);
    const devices = await endAllSessions(tx, userId);
    const closed = (await read(tx, CLOSE_OF_USER, [userId, operator.name])).length;
    publishDomainEvent(tx, 'profile-updated', { userId });
    await audit(tx, {
      event: 'user_suspended',
      target: { type: 'user', id: userId },
      operator,
      details: { reason, devices },
    });
    return { closed, devices };
  });
}

/** Ends a suspension; an account that its owner had closed is still closed. @throws AppError NOT_FOUND, VALIDATION. */
export async function unsuspendUser(em: EntityManager, userId: string, operator: Operator): Promise<void> {
  await transact(em, async (tx) => {
    const user = await tx.findOne(User, { id: userId });
    if (!user) throw notFound('This member');
    if (!user.suspendedAt) throw new AppError('VALIDATION', 'This account is not suspended');
    await endSuspension(tx, userId);
    publishDomainEvent(tx, 'profile-updated', { userId });
    await audit(tx, { event: 'user_unsuspended', target: { type: 'user', id: userId }, operator });
  });
}

/**
 * Changes a role and ends all sessions, which have the old role, and what an institution confirmed. @throws AppError
 * NOT_FOUND, VALIDATION.
 */
export async function changeRole(
  em: EntityManager,
  { userId, role }: { userId: string; role: Role },
  operator: Operator,
): Promise<Role> {
  return transact(em, async (tx) => {
    const user = await tx.findOne(User, { id: userId });
    if (!user) throw notFound('This member');
    const before = user.role;
    if (before === role) throw new AppError('VALIDATION', `The role is already ${role}`);
    user.role = role;
    user.isAwaitingApproval = false;
    if (before === 'institution') await revokeConfirmations(tx, userId);
    await endAllSessions(tx, userId);
    publishDomainEvent(tx, 'profile-updated', { userId });
    await audit(tx, {
      event: 'user_role_changed',
      target: { type: 'user', id: userId },
      operator,
      details: { from: before, to: role },
    });
    return before;
  });
}

/**
 * Turns off a user's two-factor sign-in, ends all sessions and notifies the user; returns false if it was off.
 *
 * @throws AppError NOT_FOUND.
 */
export async function removeTwoFactor(em: EntityManager, userId: string, operator: Operator): Promise<boolean> {
  return transact(em, async (tx) => {
    if ((await tx.count(User, { id: userId })) === 0) throw notFound('This member');
    if (!(await removeFactors(tx, userId))) return false;
    await endAllSessions(tx, userId);
    publishDomainEvent(tx, 'account-security', { eventId: newId(), userId, what: 'two-factor-off' });
    await audit(tx, { event: 'two_factor_removed', target: { type: 'user', id: userId }, operator });
    return true;
  });
}

async function loadReport(tx: EntityManager, reportId: string): Promise<Report> {
  const report = await tx.findOne(Report, { id: reportId });
  if (!report) throw notFound('This report');
  return report;
}

async function closeReports(
  tx: EntityManager,
  { report, status, operator }: { report: Report; status: ReportStatus; operator: Operator },
): Promise<number> {
  return (await read(tx, CLOSE, [report.targetType, report.targetId, status, operator.name])).length;
}

interface OperatorAction {
  event: string;
  target: { type: string; id: string };
  operator: Operator;
  details?: Record<string, unknown>;
}

async function audit(tx: EntityManager, { event, target, operator, details = {} }: OperatorAction): Promise<void> {
  const note = operator.note === undefined ? {} : { note: operator.note };
  await recordAudit(tx, { event, target, details: { operator: operator.name, ...note, ...details } });
}
