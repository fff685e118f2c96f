import {
  ADULT_AGE,
  type AgreementInput,
  ageAt,
  MIN_AGE,
  TERMS_VERSION,
} from "@fairclick/core/accounts/agreement";
import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { lockSuspension } from "@fairclick/sql/accounts/operated-users";
import {
  type AgreementRow,
  addBirthMonth,
  getAgreement,
  insertAcceptance,
  setBirthMonth,
  setGuardianConfirmed,
} from "@fairclick/sql/accounts/users";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { makeChange, requireOperator, requireUser, writeAudit } from "../changes";
import type { Ctx } from "../context";
import { parseUser, userNotFound } from "./users";

/** At a registration both can be missing. */
type Given = { termsVersion?: number | undefined; birthMonth?: string | undefined };

/** Records that the caller accepts the terms, and the month of birth unless it is known. */
export async function acceptTerms(ctx: Ctx, input: AgreementInput): Promise<void> {
  const userId = requireUser(ctx);
  checkAgreement(ctx, input);
  await withTx(ctx.db, async (tx) => {
    await lockSuspension(tx, userId);
    await recordAgreement(tx, ctx, { userId, ...input });
  });
}

/** Throws unless the accepted terms are the current ones and the person is old enough. */
export function checkAgreement(
  { now }: Pick<Ctx, "now">,
  { termsVersion, birthMonth }: Given,
): void {
  if (termsVersion !== undefined && termsVersion !== TERMS_VERSION) {
    throw new AppError(
      "conflict",
      t`The terms have changed. Please reload the page and read them.`,
    );
  }
  if (birthMonth === undefined) return;
  const age = ageAt(birthMonth, now());
  if (age === null) throw new AppError("validation", t`Please enter your month of birth`);
  if (age < MIN_AGE) throw tooYoung();
}

/** Writes what `checkAgreement` has passed. */
export async function recordAgreement(
  tx: Tx,
  { now }: Pick<Ctx, "now">,
  { userId, termsVersion, birthMonth }: Given & { userId: UserId },
): Promise<void> {
  if (birthMonth !== undefined) await addBirthMonth(tx, { userId, birthMonth });
  if (termsVersion === undefined) return;
  await insertAcceptance(tx, { userId, version: termsVersion, at: now() });
}

/**
 * Throws `age_required`, `terms_required` or `age_refused` unless the caller has given a month of
 * birth, accepted the current terms and is at least 13 years old.
 */
export async function requireAgreement(ctx: Ctx): Promise<void> {
  const { birthMonth, termsVersion } = await getAgreement(ctx.db.sql, requireUser(ctx));
  if (birthMonth === null) {
    throw new AppError("age_required", t`Please accept the terms and enter your month of birth.`);
  }
  const age = ageAt(birthMonth, ctx.now()) ?? 0;
  if (age < MIN_AGE) throw tooYoung();
  if (termsVersion !== TERMS_VERSION) {
    throw new AppError("terms_required", t`Please accept the current terms.`);
  }
}

/**
 * Like `requireAgreement`; also throws `guardian_required` for a user under 18 who has not confirmed
 * that the payout account is a parent's or guardian's.
 */
export async function requirePayee(ctx: Ctx): Promise<void> {
  await requireAgreement(ctx);
  if (!(await mustConfirmGuardian(ctx, requireUser(ctx)))) return;
  throw new AppError(
    "guardian_required",
    t`Until you are ${ADULT_AGE}, money is paid out to a parent or guardian. Please confirm on the page Payments that the payout account is theirs. What you earn is kept.`,
  );
}

/** Records that the caller's payout account is a guardian's; does nothing for adults. */
export async function confirmGuardian(ctx: Ctx): Promise<void> {
  const userId = requireUser(ctx);
  if (!(await mustConfirmGuardian(ctx, userId))) return;
  const at = ctx.now();
  await withTx(ctx.db, async (tx) => {
    if (!(await setGuardianConfirmed(tx, { userId, at }))) return;
    await writeAudit(tx, ctx, { action: "user.confirm_guardian", subject: `user:${userId}` });
  });
}

/** Returns true for a user under 18 who has not confirmed yet that a guardian is paid. */
export async function mustConfirmGuardian(
  { db, now }: Pick<Ctx, "db" | "now">,
  userId: UserId,
): Promise<boolean> {
  return isUnconfirmedMinor(await getAgreement(db.sql, userId), now());
}

type Minor = Pick<AgreementRow, "birthMonth" | "guardianConfirmedAt">;

export function isUnconfirmedMinor({ birthMonth, guardianConfirmedAt }: Minor, now: Date): boolean {
  if (birthMonth === null || guardianConfirmedAt !== null) return false;
  return (ageAt(birthMonth, now) ?? 0) < ADULT_AGE;
}

export function tooYoung(): AppError {
  return new AppError(
    "age_refused",
    t`You have to be at least ${MIN_AGE} years old to use Fairclick.`,
  );
}

type Input = ChangeInput & { user: string; month: string };

/** Corrects a user's month of birth, which users cannot change themselves. */
export async function correctBirthMonth(
  ctx: Ctx,
  { user, month: birthMonth, ...input }: Input,
): Promise<OperatorChange> {
  requireOperator(ctx);
  const userId = await parseUser(ctx.db.sql, user);
  return makeChange(ctx, input, async (tx) => {
    const known = await lockSuspension(tx, userId);
    if (!known || known.deletedAt) throw userNotFound(user);
    const before = await getAgreement(tx, userId);
    return {
      action: "user.set_birth",
      subject: `user:${userId}`,
      before: { birthMonth: before.birthMonth },
      after: { birthMonth },
      apply: () => setBirthMonth(tx, { userId, birthMonth }),
    };
  });
}
