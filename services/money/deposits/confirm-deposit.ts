import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import { type Deposit, findOwnDeposit } from "@fairclick/sql/money/deposits";
import { requireUser } from "../../actor";
import { callStripe, type PaymentsCtx } from "../stripe/payments-ctx";
import { fulfilDeposit } from "./fulfil-deposit";

const sessionPattern = /^cs_\w{1,250}$/;

/**
 * Credits a paid deposit when the success page asks, if the webhook has not done so yet. Throws
 * `not_found`.
 */
export async function confirmDeposit(ctx: PaymentsCtx, sessionId: string): Promise<Deposit> {
  const userId = requireUser(ctx);
  const deposit = sessionPattern.test(sessionId)
    ? await findOwnDeposit(ctx.db.sql, { userId, sessionId })
    : null;
  if (!deposit) throw new AppError("not_found", t`There is no such payment.`);
  if (deposit.status === "completed") return deposit;
  const fulfilled = await callStripe(
    ctx,
    t`Failed to connect to Stripe. Please try again later.`,
    () => fulfilDeposit(ctx, sessionId),
  );
  return fulfilled ?? deposit;
}
