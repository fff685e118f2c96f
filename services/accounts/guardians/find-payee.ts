import { ADULT_AGE } from "@fairclick/core/accounts/agreement";
import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { findConsent, lockConsent } from "@fairclick/sql/accounts/guardians";
import type { Tx } from "@fairclick/sql/db/client";
import type { StripeUser } from "@fairclick/sql/money/stripe-users";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";
import { isMinor, readAge } from "../agreement";

/** The person who must own a user's payout account. */
export type Payee =
  | { kind: "user"; guardianId: null }
  | { kind: "guardian"; guardianId: string }
  /** A minor without a guardian's consent. */
  | { kind: "nobody" };

/** Returns who may be paid. A guardian's consent stays in force until the transaction ends. */
export async function lockPayee(
  tx: Tx,
  { userId, at }: { userId: UserId; at: Date },
): Promise<Payee> {
  if (!(await isMinor(tx, { userId, at }))) return { kind: "user", guardianId: null };
  const consent = await lockConsent(tx, userId);
  return consent ? { kind: "guardian", guardianId: consent.id } : { kind: "nobody" };
}

/** Returns true if the user's payout account is complete and in the name of the person who may be paid. */
export function hasAccountOf(user: StripeUser, payee: Payee): boolean {
  return (
    user.accountVerified && payee.kind !== "nobody" && user.accountGuardianId === payee.guardianId
  );
}

/** Like `requireAgreement`; also throws `guardian_required` for a minor without a guardian's consent. */
export async function requirePayee(ctx: Ctx): Promise<void> {
  if ((await readAge(ctx)) >= ADULT_AGE) return;
  if (!(await findConsent(ctx.db.sql, requireUser(ctx)))) throw guardianRequired();
}

/** Like `requireAgreement`; also throws `guardian_required` for every caller younger than 18 years. */
export async function requireAdult(ctx: Ctx): Promise<void> {
  if ((await readAge(ctx)) >= ADULT_AGE) return;
  if (!(await findConsent(ctx.db.sql, requireUser(ctx)))) throw guardianRequired();
  throw new AppError(
    "guardian_required",
    t`Your guardian sets up payouts, with the link in the mail that they got when they consented.`,
  );
}

export function guardianRequired(): AppError {
  return new AppError(
    "guardian_required",
    t`Until you are ${ADULT_AGE}, money is paid out to a parent or guardian. Invite yours on your profile. What you earn is kept. Write to the operators under Support if your month of birth is wrong.`,
  );
}
