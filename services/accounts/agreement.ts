import { ADULT_AGE, type AgreementInput, TERMS_VERSION } from "@fairclick/core/accounts/agreement";
import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { lockSuspension } from "@fairclick/sql/accounts/operated-users";
import {
  type AgreementRow,
  getAgreement,
  insertAcceptance,
  setGuardianConfirmed,
  setMinor,
} from "@fairclick/sql/accounts/users";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { requireUser, writeAudit } from "../changes";
import type { Ctx } from "../context";

/** At a registration both can be missing. */
type Given = { termsVersion?: number | undefined; isMinor?: boolean | undefined };

/** Records that the caller accepts the terms and, if they say so, whether they are under 18. */
export async function acceptTerms(ctx: Ctx, input: AgreementInput): Promise<void> {
  const userId = requireUser(ctx);
  checkTerms(input);
  await withTx(ctx.db, async (tx) => {
    await lockSuspension(tx, userId);
    await recordAgreement(tx, ctx, { userId, ...input });
  });
}

/** Throws unless the accepted terms are the current ones. */
export function checkTerms({ termsVersion }: Given): void {
  if (termsVersion === undefined || termsVersion === TERMS_VERSION) return;
  throw new AppError("conflict", t`The terms have changed. Please reload the page and read them.`);
}

/** Writes what `checkTerms` has passed. */
export async function recordAgreement(
  tx: Tx,
  ctx: Pick<Ctx, "now" | "actor">,
  { userId, termsVersion, isMinor }: Given & { userId: UserId },
): Promise<void> {
  if (isMinor !== undefined) await recordMinor(tx, ctx, { userId, isMinor });
  if (termsVersion === undefined) return;
  await insertAcceptance(tx, { userId, version: termsVersion, at: ctx.now() });
}

/** Records whether the caller is under 18, which nobody has to prove. */
export async function changeMinor(ctx: Ctx, isMinor: boolean): Promise<void> {
  const userId = requireUser(ctx);
  await withTx(ctx.db, (tx) => recordMinor(tx, ctx, { userId, isMinor }));
}

/** The audit log keeps a change, so that operators see who was under 18 before a withdrawal. */
async function recordMinor(
  tx: Tx,
  ctx: Pick<Ctx, "now" | "actor">,
  { userId, isMinor }: { userId: UserId; isMinor: boolean },
): Promise<void> {
  if (!(await setMinor(tx, { userId, isMinor }))) return;
  const [action, subject] = ["user.change_age", `user:${userId}`];
  await writeAudit(tx, ctx, { action, subject, after: { isMinor } });
}

/** Throws `terms_required` unless the caller has accepted the current terms. */
export async function requireAgreement(ctx: Ctx): Promise<void> {
  const { termsVersion } = await getAgreement(ctx.db.sql, requireUser(ctx));
  if (termsVersion === TERMS_VERSION) return;
  throw new AppError("terms_required", t`Please accept the current terms.`);
}

/**
 * Like `requireAgreement`; also throws `guardian_required` for a user under 18 who has not confirmed
 * that the payout account is a parent's or guardian's.
 */
export async function requirePayee(ctx: Ctx): Promise<void> {
  await requireAgreement(ctx);
  if (!mustConfirmGuardian(await getAgreement(ctx.db.sql, requireUser(ctx)))) return;
  throw new AppError(
    "guardian_required",
    t`Until you are ${ADULT_AGE}, money is paid out to a parent or guardian. Please tick on the page Payments that the payout account is theirs. What you earn is kept.`,
  );
}

/** Records that the caller's payout account is a guardian's; does nothing for adults. */
export async function confirmGuardian(ctx: Ctx): Promise<void> {
  const userId = requireUser(ctx);
  const at = ctx.now();
  await withTx(ctx.db, async (tx) => {
    if (!(await setGuardianConfirmed(tx, { userId, at }))) return;
    await writeAudit(tx, ctx, { action: "user.confirm_guardian", subject: `user:${userId}` });
  });
}

/** Returns true for a user under 18 who has not confirmed yet that a guardian is paid. */
export function mustConfirmGuardian({
  isMinor,
  guardianConfirmedAt,
}: Pick<AgreementRow, "isMinor" | "guardianConfirmedAt">): boolean {
  return isMinor && guardianConfirmedAt === null;
}
