import { ADULT_AGE } from "@fairclick/core/accounts/agreement";
import type { GuardianEndedBy } from "@fairclick/core/accounts/guardian-schema";
import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { stored } from "@fairclick/core/language/stored-text";
import { guardianEnded, guardianReleased } from "@fairclick/core/notices/guardian-notices";
import { withdrawalFailed } from "@fairclick/core/notices/money-notices";
import type {
  ChangeInput,
  OperatorChange,
} from "@fairclick/core/operations/operator-change-schema";
import {
  type Consent,
  findConsent,
  listConsentsOfAdults,
  endConsent as updateEnd,
} from "@fairclick/sql/accounts/guardians";
import { lockSuspension } from "@fairclick/sql/accounts/operated-users";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { lockBalance } from "@fairclick/sql/money/ledger";
import { forgetStripeAccount, getStripeUser } from "@fairclick/sql/money/stripe-users";
import {
  failWithdrawal,
  findPendingWithdrawal,
  lockWithdrawal,
} from "@fairclick/sql/money/withdrawals";
import { deleteMailTokens } from "@fairclick/sql/notices/mail-tokens";
import { requireOperator } from "../../actor";
import type { Ctx } from "../../context";
import { postFailed } from "../../money/withdrawals/postings";
import { notify } from "../../notices/notify";
import { makeChange } from "../../operations/operators/make-change";
import { writeAudit } from "../../operations/write-audit";
import { readToken, refuseLink } from "../auth/use-mail-token";
import { parseUser, userNotFound } from "../find-user";

const AT_ONCE = 100;
/** Months after the month of birth from which a person counts as 18: the day is unknown, so one month more. */
const ADULT_MONTHS = ADULT_AGE * 12 + 1;

type EndedBy = Exclude<GuardianEndedBy, "child">;

/** Withdraws the guardian's own consent, by the link of the guardian's mail. */
export async function withdrawConsent(ctx: Ctx, token: string): Promise<void> {
  const at = ctx.now();
  await withTx(ctx.db, async (tx) => {
    const found = await readToken(tx, { purpose: "guardian_access", token, at });
    if (!found || !(await lockSuspension(tx, found.userId))) throw refuseLink();
    const consent = await findConsent(tx, found.userId);
    if (consent?.address !== found.address) throw refuseLink();
    await endConsent(tx, ctx, { consent, by: "guardian" });
  });
}

/** Ends a guardian's consent as an operator. Throws `conflict` if none is in force. */
export async function endConsentAsOperator(
  ctx: Ctx,
  { user, ...input }: ChangeInput & { user: string },
): Promise<OperatorChange> {
  requireOperator(ctx);
  const userId = await parseUser(ctx.db.sql, user);
  return makeChange(ctx, input, async (tx) => {
    const known = await lockSuspension(tx, userId);
    if (!known || known.deletedAt) throw userNotFound(user);
    const { username } = known;
    const consent = await findConsent(tx, userId);
    if (!consent) throw new AppError("conflict", `${username} has no guardian who consented.`);
    return {
      action: "user.end_guardian",
      subject: `user:${userId}`,
      before: { username, guardian: "consented", guardianId: consent.id },
      after: { username, guardian: "none", guardianId: consent.id },
      apply: () => endConsent(tx, ctx, { consent, by: "operator" }),
    };
  });
}

/** Ends the consents for users who are 18 by now. Returns their number. */
export async function endConsentsOfAdults(ctx: Ctx): Promise<number> {
  const now = ctx.now();
  const born = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ADULT_MONTHS));
  const bornBy = born.toISOString().slice(0, 7);
  const due = await listConsentsOfAdults(ctx.db.sql, { bornBy, limit: AT_ONCE });
  for (const userId of due) {
    await withTx(ctx.db, async (tx) => {
      await lockSuspension(tx, userId);
      await endConsentOf(tx, ctx, { userId, by: "age" });
    });
  }
  return due.length;
}

/** Ends the consent that is in force for a user, if there is one. Lock the user first. */
export async function endConsentOf(
  tx: Tx,
  ctx: Ctx,
  { userId, by }: { userId: UserId; by: EndedBy },
): Promise<void> {
  const consent = await findConsent(tx, userId);
  if (consent) await endConsent(tx, ctx, { consent, by });
}

/**
 * Ends a consent: the guardian's link stops working, their payout account is disconnected, and a
 * withdrawal that was not sent yet is cancelled. Locks the earnings first, in the order of a withdrawal.
 */
async function endConsent(
  tx: Tx,
  ctx: Ctx,
  { consent, by }: { consent: Consent; by: EndedBy },
): Promise<void> {
  const { id, userId, username, address } = consent;
  await lockBalance(tx, { kind: "earnings", ownerId: userId });
  if (!(await updateEnd(tx, { id, by, at: ctx.now() }))) return;
  await deleteMailTokens(tx, { userId, purposes: ["guardian_access"] });
  const { accountId, accountGuardianId } = await getStripeUser(tx, userId);
  if (accountId && accountGuardianId === id) await forgetStripeAccount(tx, { accountId });
  await cancelUnsent(tx, ctx, userId);
  await notify(tx, ctx, guardianEnded, { to: [userId], data: { by }, key: id });
  const data = { username, by };
  await notify(tx, ctx, guardianReleased, { to: [userId], data, key: id, mailTo: address });
  const after = { guardianId: id, endedBy: by };
  await writeAudit(tx, ctx, { action: "guardian.end", subject: `user:${userId}`, after });
}

async function cancelUnsent(tx: Tx, ctx: Ctx, userId: UserId): Promise<void> {
  const pending = await findPendingWithdrawal(tx, userId);
  const withdrawal = pending && (await lockWithdrawal(tx, pending));
  if (!withdrawal || withdrawal.sendingAt) return;
  const { id, amountMicros } = withdrawal;
  const reason = stored`Your guardian's consent ended before it was sent.`;
  if (!(await failWithdrawal(tx, { id, reason }))) return;
  await postFailed(tx, withdrawal);
  const data = { amountMicros, reason };
  await notify(tx, ctx, withdrawalFailed, { to: [userId], data, key: id });
  await writeAudit(tx, ctx, { action: "withdrawal.cancel", subject: `withdrawal:${id}`, reason });
}
