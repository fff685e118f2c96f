import {
  ADULT_AGE,
  type AgreementInput,
  ageAt,
  MIN_AGE,
  TERMS_VERSION,
} from "@fairclick/core/accounts/agreement";
import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import {
  type AgreementRow,
  addBirthMonth,
  getAgreement,
  insertAcceptance,
} from "@fairclick/sql/accounts/agreements";
import { lockSuspension } from "@fairclick/sql/accounts/operated-users";
import type { Queryable, Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { requireUser } from "../actor";
import type { Ctx } from "../context";

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
  await readAge(ctx);
}

/** Returns true if the user's month of birth is that of a minor, who is not paid directly. False if unknown. */
export async function isMinor(
  db: Queryable,
  { userId, at }: { userId: UserId; at: Date },
): Promise<boolean> {
  const { birthMonth } = await getAgreement(db, userId);
  return birthMonth !== null && (ageAt(birthMonth, at) ?? 0) < ADULT_AGE;
}

/** Like `requireAgreement`; returns the caller's age in years. */
export async function readAge(ctx: Ctx): Promise<number> {
  const { birthMonth, termsVersion }: AgreementRow = await getAgreement(
    ctx.db.sql,
    requireUser(ctx),
  );
  if (birthMonth === null) {
    throw new AppError("age_required", t`Please accept the terms and enter your month of birth.`);
  }
  const age = ageAt(birthMonth, ctx.now()) ?? 0;
  if (age < MIN_AGE) throw tooYoung();
  if (termsVersion !== TERMS_VERSION) {
    throw new AppError("terms_required", t`Please accept the current terms.`);
  }
  return age;
}

export function tooYoung(): AppError {
  return new AppError(
    "age_refused",
    t`You have to be at least ${MIN_AGE} years old to use Fairclick.`,
  );
}
