import { formatDollars, microsFromCents, wholeCentsFromMicros } from "@fairclick/core/amounts";
import { isUuid } from "@fairclick/core/ids";
import { stored } from "@fairclick/core/language/t";
import { FROZEN_DAYS_AFTER_LOSS } from "@fairclick/core/money/lots";
import { depositChanged, refundSent } from "@fairclick/core/notices/money-notices";
import { pauseDeveloperCampaigns } from "@fairclick/sql/campaigns/stops";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { type Deposit, setFraudReported } from "@fairclick/sql/money/deposits";
import { freezeLot, unproveCard } from "@fairclick/sql/money/earnings";
import {
  getUnpaidLosses,
  lockBalance,
  postLossPayment,
  postTransaction,
  reverseTransaction,
} from "@fairclick/sql/money/ledger";
import { advanceRefund, lockOutflow, type Refund } from "@fairclick/sql/money/outflows";
import type Stripe from "stripe";
import { collectLosses } from "../campaigns/budget";
import { notifyPaused } from "../campaigns/notify-campaign";
import { writeAudit } from "../changes";
import type { Ctx } from "../context";
import { notify } from "../notify";
import { applyCheckoutSession, EXPANDED_PAYMENT, retrieveSession } from "./deposits";
import { makeOrSettle, notifyFailed, settleRefusal, withLease } from "./outflows";
import { refundWay, returnToWallet } from "./refunds";
import type { EventHandler, PaymentsCtx } from "./stripe";

type Claim = {
  kind: "refund" | "dispute";
  /** One per refund and one per dispute, however many events report it. */
  idempotencyKey: string;
  amountMicros: bigint;
  /** True if the refund failed or the dispute was won: Stripe has the money again. */
  undone: boolean;
};

/**
 * Posts a refund or dispute of a deposit: takes it from the wallet, and the rest from the
 * platform's losses. A dispute, or a loss, pauses the user's campaigns. An undone claim is posted
 * and reversed, so that an older event that arrives later finds its posting made.
 */
async function reverseDeposit(ctx: Ctx, tx: Tx, deposit: Deposit, claim: Claim): Promise<void> {
  const { kind, idempotencyKey, amountMicros } = claim;
  const wallet = { kind: "wallet", ownerId: deposit.userId } as const;
  const heldMicros = await lockBalance(tx, wallet);
  const lossMicros = amountMicros > heldMicros ? amountMicros - heldMicros : 0n;
  const { id, posted } = await postTransaction(tx, {
    kind,
    idempotencyKey,
    reference: `deposit:${deposit.id}`,
    memo: describeClaim(claim, deposit, lossMicros),
    entries: [
      { account: { kind: "stripe_clearing" } as const, micros: amountMicros },
      { account: wallet, micros: lossMicros - amountMicros },
      { account: { kind: "losses" } as const, micros: -lossMicros },
    ].filter((entry) => entry.micros !== 0n),
  });
  if (claim.undone) await undoClaim(ctx, tx, { transactionId: id, deposit, claim });
  else if (posted) {
    const paused = pausesCampaigns(kind, lossMicros);
    const change = kind === "dispute" ? ("disputed" as const) : ("refunded" as const);
    await notify(tx, ctx, depositChanged, {
      to: [deposit.userId],
      data: { change, amountMicros, lossMicros, paused },
      key: idempotencyKey,
    });
    if (paused) await pauseCampaigns(ctx, tx, deposit, kind);
  }
}

/** Also refunds what the developer has paid towards this claim since. */
async function undoClaim(
  ctx: Ctx,
  tx: Tx,
  { transactionId, deposit, claim }: { transactionId: string; deposit: Deposit; claim: Claim },
): Promise<void> {
  const { userId } = deposit;
  const { posted } = await reverseTransaction(tx, { transactionId });
  if (!posted) return;
  const { amountMicros, idempotencyKey: key } = claim;
  await notify(tx, ctx, depositChanged, {
    to: [userId],
    data: { change: "restored", amountMicros },
    key: `${key}:restored`,
  });
  const owedMicros = await getUnpaidLosses(tx, userId);
  if (owedMicros < 0n) await postLossPayment(tx, { userId, micros: owedMicros });
}

function describeClaim({ kind, undone }: Claim, deposit: Deposit, lossMicros: bigint): string {
  const amount = formatDollars(deposit.amountMicros);
  const what =
    kind === "refund"
      ? `Refund of your deposit of ${amount}.`
      : `Your bank disputed the deposit of ${amount}.`;
  const short = lossMicros > 0n && `Your wallet was ${formatDollars(lossMicros)} short of it.`;
  const paused = !undone && pausesCampaigns(kind, lossMicros) && stored`Your campaigns are paused.`;
  return [what, short, paused].filter(Boolean).join(" ");
}

function pausesCampaigns(kind: Claim["kind"], lossMicros: bigint): boolean {
  return kind === "dispute" || lossMicros > 0n;
}

/** Shown to the developer on the paused campaign. */
const pauseReasons = {
  dispute: stored`Your bank disputed a deposit.`,
  refund: stored`A refund took more than your wallet held.`,
};

async function pauseCampaigns(
  ctx: Ctx,
  tx: Tx,
  deposit: Deposit,
  kind: Claim["kind"],
): Promise<void> {
  const paused = await pauseDeveloperCampaigns(tx, {
    developerId: deposit.userId,
    at: ctx.now(),
    by: "platform",
    reason: pauseReasons[kind],
  });
  for (const { id } of paused) {
    await writeAudit(tx, ctx, {
      action: "campaign.pause",
      subject: `campaign:${id}`,
      reason: `${kind} of deposit ${deposit.id}`,
    });
  }
  await notifyPaused(
    tx,
    ctx,
    paused.map(({ id }) => id),
  );
}

const DAY_MS = 86_400_000;

export const onCheckoutSession: EventHandler = async (ctx, { objectId }) => {
  const session = await retrieveSession(ctx, objectId);
  return (tx) => applyCheckoutSession(tx, ctx, session);
};

/**
 * Posts the money that a dispute moved, whatever its status: an inquiry moves no money. A lost one takes
 * what lies unspent in the developer's campaigns before it stays the platform's loss. Stripe's
 * dispute fee is charged to the platform and is not part of these amounts.
 */
export const onDispute: EventHandler = async (ctx, { objectId }) => {
  const dispute = await ctx.stripe.disputes.retrieve(objectId);
  const moves = dispute.balance_transactions.map(({ amount }) => amount);
  const takenCents = -moves.filter((amount) => amount < 0).reduce((sum, each) => sum + each, 0);
  const netCents = moves.reduce((sum, each) => sum + each, 0);
  const findDeposit = await findPaymentDeposit(ctx, dispute.payment_intent);
  if (takenCents === 0 || !findDeposit) return null;
  return async (tx) => {
    const deposit = await findDeposit(tx);
    if (!deposit) return;
    await reverseDeposit(ctx, tx, deposit, {
      kind: "dispute",
      idempotencyKey: `stripe:dp:${dispute.id}`,
      amountMicros: microsFromCents(takenCents),
      undone: netCents >= 0,
    });
    const reference = `deposit:${deposit.id}`;
    await freezeLot(tx, { reference, until: frozenUntil(dispute.status, ctx.now()) });
    await unproveCard(tx, { depositId: deposit.id });
    if (dispute.status === "lost") await collectLosses(tx, ctx, deposit.userId);
  };
};

/** The card network suspects fraud: the card proves nothing any more, in any account. */
export const onFraudWarning: EventHandler = async (ctx, { objectId }) => {
  const warning = await ctx.stripe.radar.earlyFraudWarnings.retrieve(objectId);
  const findDeposit = await findPaymentDeposit(ctx, warning.payment_intent ?? null);
  if (!findDeposit) return null;
  return async (tx) => {
    const deposit = await findDeposit(tx);
    if (!deposit) return;
    await setFraudReported(tx, { id: deposit.id, at: ctx.now() });
    await unproveCard(tx, { depositId: deposit.id });
  };
};

/** Until when the earnings from a disputed deposit cannot be withdrawn; null if the dispute was won. */
function frozenUntil(status: Stripe.Dispute.Status, now: Date): Date | "infinity" | null {
  switch (status) {
    case "won":
    case "prevented":
    case "warning_closed":
      return null;
    case "lost":
      return new Date(now.getTime() + FROZEN_DAYS_AFTER_LOSS * DAY_MS);
    default:
      return "infinity";
  }
}

type Payment = string | { id: string } | null;

/**
 * Finds the deposit of a payment. A refund or dispute can arrive before the payment itself: the
 * deposit is then credited first, in the same transaction.
 */
async function findPaymentDeposit(
  ctx: PaymentsCtx,
  payment: Payment,
): Promise<((tx: Tx) => Promise<Deposit | null>) | null> {
  const id = typeof payment === "string" ? payment : payment?.id;
  if (!id) return null;
  const session = await findSession(ctx, id);
  return session && ((tx) => applyCheckoutSession(tx, ctx, session));
}

async function findSession(
  ctx: PaymentsCtx,
  paymentIntentId: string,
): Promise<Stripe.Checkout.Session | null> {
  const found = await ctx.stripe.checkout.sessions.list({
    payment_intent: paymentIntentId,
    limit: 1,
    expand: [`data.${EXPANDED_PAYMENT}`],
  });
  return found.data[0] ?? null;
}

/**
 * Sends a pending refund to Stripe. Idempotent and safe to run concurrently. Throws if the outcome
 * is unknown, so that the job is retried. Checks a held refund, or one of a suspended user, but does
 * not send it.
 */
export async function sendRefund(ctx: PaymentsCtx, refundId: string): Promise<void> {
  await withLease(ctx, { ...refundWay, id: refundId }, async (refund, { stopped }) => {
    const made =
      (refund.sendingAt && (await findRefund(ctx, refund))) ||
      (stopped ? null : await makeOrReturn(ctx, refund));
    if (made) await withTx(ctx.db, (tx) => applyRefund(ctx, tx, made));
  });
}

/**
 * Finds the refund of an earlier call that got no response: Stripe forgets idempotency keys after a
 * day but keeps refunds.
 */
async function findRefund(ctx: PaymentsCtx, refund: Refund): Promise<Stripe.Refund | null> {
  const made = ctx.stripe.refunds.list({ payment_intent: refund.paymentIntentId, limit: 100 });
  for await (const each of made) {
    if (each.metadata?.refund_id === refund.id) return each;
  }
  return null;
}

function makeOrReturn(ctx: PaymentsCtx, refused: Refund): Promise<Stripe.Refund | null> {
  return makeOrSettle(ctx, refused.id, {
    what: "a refund",
    make: () => makeRefund(ctx, refused),
    settle: (code) => settleRefusal(ctx, refundWay, { refused, code }),
  });
}

/**
 * Every parameter comes from the row: Stripe refuses an idempotency key that returns with other
 * parameters.
 */
function makeRefund({ stripe }: PaymentsCtx, refund: Refund): Promise<Stripe.Refund> {
  return stripe.refunds.create(
    {
      payment_intent: refund.paymentIntentId,
      amount: wholeCentsFromMicros(sentMicros(refund)),
      reason: "requested_by_customer",
      metadata: { refund_id: refund.id },
    },
    { idempotencyKey: `refund:${refund.id}:${refund.attempt}` },
  );
}

/**
 * Updates a requested refund from its refund at Stripe. Idempotent, in any order of events. Returns
 * false if the refund was not requested here, for example if it was made in Stripe's dashboard.
 * Throws if Stripe's figures differ from our row.
 */
async function applyRefund(ctx: Pick<Ctx, "now">, tx: Tx, refund: Stripe.Refund): Promise<boolean> {
  const id = refund.metadata?.refund_id;
  const row = id && isUuid(id) ? await lockOutflow(tx, "refund", id) : null;
  if (!row) return false;
  assertMatches(refund, row);
  const undone = refund.status === "failed" || refund.status === "canceled";
  if (undone) {
    const reason = refundFailureReason(refund.failure_reason);
    const returned = await returnToWallet(tx, row, { stripeRefundId: refund.id, reason });
    if (returned) await notifyFailed(ctx, tx, { way: refundWay, row, reason });
  } else {
    const status = refund.status === "succeeded" ? "succeeded" : "sent";
    const advanced = await advanceRefund(tx, { id: row.id, status, stripeRefundId: refund.id });
    const { id: key, userId, amountMicros, stripeFeeMicros } = row;
    const data = { amountMicros, stripeFeeMicros };
    if (advanced) await notify(tx, ctx, refundSent, { to: [userId], data, key });
  }
  return true;
}

const sentMicros = ({ amountMicros, stripeFeeMicros }: Refund) => amountMicros - stripeFeeMicros;

/** The money of a refund that failed without Stripe is back in the wallet, so a refund at Stripe is an alarm. */
function assertMatches(refund: Stripe.Refund, row: Refund): void {
  const intent =
    typeof refund.payment_intent === "string" ? refund.payment_intent : refund.payment_intent?.id;
  const matches =
    refund.currency === "usd" &&
    microsFromCents(refund.amount) === sentMicros(row) &&
    intent === row.paymentIntentId &&
    (row.stripeRefundId ?? refund.id) === refund.id &&
    !(row.status === "failed" && row.stripeRefundId === null);
  if (!matches)
    throw new Error(`Refund ${refund.id} does not match the requested refund ${row.id}`);
}

/**
 * Applies a refund: our own by its row, which took the money when it was requested; any other one
 * by taking it from the wallet now.
 */
export const onRefund: EventHandler = async (ctx, { objectId }) => {
  const refund = await ctx.stripe.refunds.retrieve(objectId);
  const undone = refund.status === "failed" || refund.status === "canceled";
  const moved = undone || refund.status === "pending" || refund.status === "succeeded";
  const findDeposit = await findPaymentDeposit(ctx, refund.payment_intent);
  return async (tx) => {
    if (await applyRefund(ctx, tx, refund)) return;
    const deposit = moved && (await findDeposit?.(tx));
    if (!deposit) return;
    await reverseDeposit(ctx, tx, deposit, {
      kind: "refund",
      idempotencyKey: `stripe:re:${refund.id}`,
      amountMicros: microsFromCents(refund.amount),
      undone,
    });
  };
};

const MONEY_IS_BACK = stored`The money is back in your wallet.`;

/** What the developer reads if a refund fails after Stripe accepted it, by Stripe's reason. */
const failures: Record<string, string> = {
  lost_or_stolen_card: stored`Your bank reports this card as lost or stolen.`,
  expired_or_canceled_card: stored`This card has expired or was cancelled.`,
  charge_for_pending_refund_disputed: stored`Your bank disputes this payment.`,
  merchant_request: stored`Fairclick cancelled this refund.`,
};

export function refundFailureReason(reason: string | undefined): string {
  return `${(reason && failures[reason]) || stored`Your bank did not take this refund.`} ${MONEY_IS_BACK}`;
}
