import { formatDollars, formatExactDollars, microsFromCents } from "@fairclick/core/amounts";
import { AppError } from "@fairclick/core/errors";
import { asId, type RefundId, type UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import {
  allocateRefund,
  DEBIT_REFUND_DAYS,
  MAX_REFUNDS_A_MONTH,
} from "@fairclick/core/money/refunds";
import { refundHeld } from "@fairclick/core/notices/money-notices";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import type { RefundableDeposit } from "@fairclick/sql/money/deposits";
import { getUnpaidLosses, lockBalance, postTransaction } from "@fairclick/sql/money/ledger";
import {
  countRequestsSince,
  insertRefund,
  listRefundsOfRequest,
  type Refund,
} from "@fairclick/sql/money/refunds";
import { requireNoCooldown } from "../../accounts/recovery/recovery-cooldown";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { writeAudit } from "../../operations/write-audit";
import { enqueueRefund } from "./enqueue-refund";
import { readRefundableDeposits } from "./get-refundable";

const MONTH_MS = 30 * 86_400_000;
/** Further requests wait for an operator, because Stripe keeps its fee for each refunded payment. */
const HOLD_REASON = `More than ${MAX_REFUNDS_A_MONTH} refunds within 30 days.`;

type Input = { amountCents: number; requestId?: string | undefined };
type Request = { userId: UserId; requestId: string; amountMicros: bigint };

/**
 * Takes the amount from the wallet and enqueues its refunds to the cards that paid it: one per
 * deposit, newest first. The wallet is locked, so of several concurrent requests none can spend the
 * same money. A repeated `requestId` returns the earlier refunds. Throws `insufficient_funds` or
 * `conflict`.
 */
export async function requestRefund(ctx: Ctx, input: Input): Promise<Refund[]> {
  const userId = requireUser(ctx);
  const refunds = await withTx(ctx.db, (tx) =>
    requestInTx(ctx, tx, {
      userId,
      requestId: input.requestId ?? Bun.randomUUIDv7(),
      amountMicros: microsFromCents(input.amountCents),
    }),
  );
  await enqueueRefunds(ctx, refunds);
  return refunds;
}

/** Enqueues the refunds that can be sent. Call it after the transaction has committed. */
export async function enqueueRefunds(ctx: Ctx, refunds: readonly Refund[]): Promise<void> {
  for (const { id, status, heldAt } of refunds) {
    if (status === "pending" && !heldAt) await enqueueRefund(ctx, id);
  }
}

/** Like `requestRefund`, in the caller's transaction and without the jobs. */
export async function requestInTx(ctx: Ctx, tx: Tx, request: Request): Promise<Refund[]> {
  const { userId, amountMicros } = request;
  const balanceMicros = await lockBalance(tx, { kind: "wallet", ownerId: userId });
  const earlier = await listRefundsOfRequest(tx, request);
  if (earlier.length > 0) return requireSameAmount(earlier, amountMicros);
  await requireNoCooldown(tx, { userId, at: ctx.now() });
  if (amountMicros > balanceMicros) {
    throw new AppError("insufficient_funds", t`The amount cannot exceed your wallet.`);
  }
  const owedMicros = await getUnpaidLosses(tx, userId);
  if (owedMicros > 0n) {
    throw new AppError(
      "conflict",
      t`You owe ${formatExactDollars(owedMicros)}, because a deposit was reversed after it was spent. Until that is paid you cannot get money back.`,
    );
  }
  const deposits = await readRefundableDeposits(tx, { userId, at: ctx.now() });
  const parts = allocateRefund(amountMicros, deposits);
  if (!parts) throw tooMuch(deposits);
  const holdReason = await findHoldReason(ctx, tx, userId);
  for (const { source, micros } of parts) {
    await takeFromWallet(ctx, tx, { ...request, deposit: source, micros, holdReason });
  }
  return listRefundsOfRequest(tx, request);
}

function requireSameAmount(refunds: Refund[], amountMicros: bigint): Refund[] {
  const total = refunds.reduce((sum, each) => sum + each.amountMicros, 0n);
  if (total === amountMicros) return refunds;
  throw new AppError("conflict", t`This request was already made with another amount.`);
}

function tooMuch(deposits: RefundableDeposit[]): AppError {
  const total = deposits.reduce((sum, each) => sum + each.refundableMicros, 0n);
  return new AppError(
    "conflict",
    t`At most ${formatDollars(total)} can go back to the cards that paid it: not of disputed payments, and not of bank accounts debited more than ${DEBIT_REFUND_DAYS} days ago.`,
  );
}

async function findHoldReason(ctx: Ctx, tx: Tx, userId: UserId): Promise<string | null> {
  const since = new Date(ctx.now().getTime() - MONTH_MS);
  const requests = await countRequestsSince(tx, { userId, since });
  return requests >= MAX_REFUNDS_A_MONTH ? HOLD_REASON : null;
}

type Part = Omit<Request, "amountMicros"> & {
  deposit: RefundableDeposit;
  micros: bigint;
  holdReason: string | null;
};

/** Posts and inserts the refund of one deposit, and returns its id. The wallet must be locked. */
export async function takeFromWallet(ctx: Ctx, tx: Tx, part: Part): Promise<RefundId> {
  const { userId, requestId, deposit, micros, holdReason } = part;
  const id = asId<RefundId>(Bun.randomUUIDv7());
  const { id: transactionId } = await postTransaction(tx, {
    kind: "refund",
    idempotencyKey: `refund:${id}`,
    reference: `deposit:${deposit.id}`,
    entries: [
      { account: { kind: "wallet", ownerId: userId }, micros: -micros },
      { account: { kind: "stripe_clearing" }, micros },
    ],
  });
  await insertRefund(tx, {
    id,
    userId,
    depositId: deposit.id,
    amountMicros: micros,
    transactionId,
    requestId,
    at: ctx.now(),
    holdReason,
  });
  await writeAudit(tx, ctx, {
    action: "refund.request",
    subject: `refund:${id}`,
    after: { amountMicros: micros.toString(), deposit: deposit.id, held: holdReason !== null },
  });
  if (holdReason !== null) {
    await notify(tx, ctx, refundHeld, { to: [userId], data: { amountMicros: micros } });
  }
  return id;
}
