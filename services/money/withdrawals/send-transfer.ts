import { withTx } from "@fairclick/sql/db/tx";
import {
  failWithdrawal,
  lockWithdrawal,
  postponeWithdrawal,
  type Withdrawal,
} from "@fairclick/sql/money/withdrawals";
import type Stripe from "stripe";
import { writeAudit } from "../../operations/write-audit";
import type { PaymentsCtx } from "../stripe/payments-ctx";
import { classifyStripeFailure } from "../stripe/stripe-failure";
import { applyTransfer } from "./apply-transfer";
import { findTransfer, makeTransfer } from "./make-transfer";
import { nextTry } from "./next-try";
import { postFailed } from "./post-withdrawal";
import { GIVEN_UP_REASON, refusalReason } from "./refusal-reasons";

/** Gives the withdrawal as it is afterwards, or null when there is no transfer. */
export async function sendTransfer(
  ctx: PaymentsCtx,
  withdrawal: Withdrawal,
  { mayMake }: { mayMake: boolean },
): Promise<Withdrawal | null> {
  const transfer =
    (withdrawal.sendingAt && (await findTransfer(ctx, withdrawal))) ||
    (mayMake ? await makeTransferOrSettle(ctx, withdrawal) : null);
  if (!transfer) return null;
  return withTx(ctx.db, (tx) => applyTransfer(tx, { transfer, at: ctx.now() }));
}

async function makeTransferOrSettle(
  ctx: PaymentsCtx,
  withdrawal: Withdrawal,
): Promise<Stripe.Transfer | null> {
  try {
    return await makeTransfer(ctx, withdrawal);
  } catch (error) {
    const failure = classifyStripeFailure(error);
    if (failure.kind === "unknown") throw error;
    ctx.log.warn({ err: error, withdrawalId: withdrawal.id }, "Stripe refused a transfer");
    await settleRefusal(ctx, withdrawal, failure.code);
    return null;
  }
}

/**
 * The platform's own balance may still be on its way from the cards: that is no fault of the
 * creator, the withdrawal waits. Any other refusal puts the money back, for good.
 */
async function settleRefusal(
  ctx: PaymentsCtx,
  refused: Withdrawal,
  code: string | null,
): Promise<void> {
  const retryAt = code === "balance_insufficient" ? nextTry(refused, ctx.now()) : null;
  await withTx(ctx.db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, refused.id);
    if (withdrawal?.status !== "pending" || withdrawal.attempt !== refused.attempt) return;
    if (retryAt) {
      await postponeWithdrawal(tx, { id: refused.id, attempt: refused.attempt, retryAt });
      return;
    }
    const reason = code === "balance_insufficient" ? GIVEN_UP_REASON : refusalReason(code);
    await failWithdrawal(tx, { id: refused.id, reason });
    await postFailed(tx, withdrawal);
    await writeAudit(tx, ctx, {
      action: "withdrawal.fail",
      subject: `withdrawal:${refused.id}`,
      reason: code ?? "refused",
    });
  });
}
