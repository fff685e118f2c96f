import { AppError } from "@fairclick/core/errors";
import { asId, type UserId, type WithdrawalId } from "@fairclick/core/ids";
import { microsFromCents } from "@fairclick/core/money";
import type { Tx } from "@fairclick/sql/client";
import { lockBalance } from "@fairclick/sql/ledger";
import { getStripeUser } from "@fairclick/sql/stripe-users";
import { withTx } from "@fairclick/sql/tx";
import {
  findWithdrawalByRequest,
  insertWithdrawal,
  type Withdrawal,
} from "@fairclick/sql/withdrawals";
import { requireUser } from "../actor";
import type { Ctx } from "../context";
import { type EarningsHold, findWaitingEarnings } from "../wallet/find-waiting-earnings";
import { writeAudit } from "../write-audit";
import { postRequested } from "./post-withdrawal";
import { sendSoon } from "./send-soon";

type Input = {
  amountCents: number;
  requestId?: string | undefined;
  /** From so much on an operator is waited for; 0: never. */
  withdrawalReviewDollars: number;
} & EarningsHold;

/**
 * Takes the amount out of the earnings and leaves the sending to a job. Of any number of requests
 * at once only one is accepted: the balance is locked, and nobody has two under way.
 */
export async function requestWithdrawal(ctx: Ctx, input: Input): Promise<Withdrawal> {
  const userId = requireUser(ctx);
  const withdrawal = await withTx(ctx.db, async (tx) => {
    const balanceMicros = await lockBalance(tx, { kind: "earnings", ownerId: userId });
    return (
      (await findSameRequest(tx, userId, input)) ??
      (await setAside(ctx, tx, { userId, balanceMicros, ...input }))
    );
  });
  if (withdrawal.status === "pending" && !withdrawal.heldAt) await sendSoon(ctx, withdrawal.id);
  return withdrawal;
}

async function findSameRequest(tx: Tx, userId: UserId, { amountCents, requestId }: Input) {
  if (!requestId) return null;
  const earlier = await findWithdrawalByRequest(tx, { userId, requestId });
  if (earlier && earlier.amountMicros !== microsFromCents(amountCents)) {
    throw new AppError("conflict", "This request was already made with another amount.");
  }
  return earlier;
}

async function setAside(
  ctx: Ctx,
  tx: Tx,
  request: Input & { userId: UserId; balanceMicros: bigint },
): Promise<Withdrawal> {
  const { userId, requestId } = request;
  const amountMicros = microsFromCents(request.amountCents);
  const user = await getStripeUser(tx, userId);
  if (!user.accountVerified || !user.accountId) {
    throw new AppError("payouts_not_verified", "Please set up payouts before you withdraw.");
  }
  const waiting = await findWaitingEarnings(tx, ctx.now(), request);
  if (amountMicros > request.balanceMicros - waiting.micros) {
    throw new AppError("insufficient_funds", "Withdrawal amount cannot exceed your balance.");
  }
  const withdrawal = await insertWithdrawal(tx, {
    id: asId<WithdrawalId>(Bun.randomUUIDv7()),
    userId,
    amountMicros,
    stripeAccountId: user.accountId,
    requestId: requestId ?? null,
    at: ctx.now(),
    holdReason: reasonToWait(request),
  });
  await postRequested(tx, withdrawal);
  await writeAudit(tx, ctx, {
    action: "withdrawal.request",
    subject: `withdrawal:${withdrawal.id}`,
    after: { amountMicros: amountMicros.toString(), held: withdrawal.heldAt !== null },
  });
  return withdrawal;
}

function reasonToWait({ amountCents, withdrawalReviewDollars: dollars }: Input): string | null {
  return dollars > 0 && amountCents >= dollars * 100 ? `It is $${dollars} or more.` : null;
}
