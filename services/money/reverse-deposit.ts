import { formatDollars, microsFromCents } from "@fairclick/core/amounts";
import { stored } from "@fairclick/core/language/t";
import { FROZEN_DAYS_AFTER_LOSS } from "@fairclick/core/money/lots";
import { depositChanged } from "@fairclick/core/notices/money-notices";
import { pauseDeveloperCampaigns } from "@fairclick/sql/campaigns/stops";
import type { Tx } from "@fairclick/sql/db/client";
import { type Deposit, setFraudReported } from "@fairclick/sql/money/deposits";
import { freezeLot, unproveCard } from "@fairclick/sql/money/earnings";
import {
  getUnpaidLosses,
  lockBalance,
  postLossPayment,
  postTransaction,
  reverseTransaction,
} from "@fairclick/sql/money/ledger";
import type Stripe from "stripe";
import { collectLosses } from "../campaigns/budget";
import { notifyPaused } from "../campaigns/notify-campaign";
import { writeAudit } from "../changes";
import type { Ctx } from "../context";
import { notify } from "../notify";
import { applyCheckoutSession, EXPANDED_PAYMENT, retrieveSession } from "./deposits";
import type { EventHandler, PaymentsCtx } from "./stripe";

export type Claim = {
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
export async function reverseDeposit(
  ctx: Ctx,
  tx: Tx,
  deposit: Deposit,
  claim: Claim,
): Promise<void> {
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
export async function findPaymentDeposit(
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
