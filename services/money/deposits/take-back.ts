import { formatDollars } from "@fairclick/core/money/micros";
import { pauseCampaignsOf } from "@fairclick/sql/campaigns/campaign-pauses";
import type { Tx } from "@fairclick/sql/db/client";
import type { Deposit } from "@fairclick/sql/money/deposits";
import { lockBalance, postTransaction } from "@fairclick/sql/money/ledger";
import { getUnpaidLosses, postLossPayment } from "@fairclick/sql/money/losses";
import { reverseTransaction } from "@fairclick/sql/money/reverse-transaction";
import type { Ctx } from "../../context";
import { writeAudit } from "../../operations/write-audit";

export type Claim = {
  kind: "refund" | "dispute";
  /** One a refund, one a dispute, whatever is heard of it and how often. */
  idempotencyKey: string;
  amountMicros: bigint;
  /** The refund failed, the dispute was won: the money has come back to Stripe. */
  undone: boolean;
};

/**
 * Money that Stripe has taken from the platform for a deposit comes out of the wallet; what the
 * wallet no longer holds is the platform's loss. A dispute, or a loss, pauses the user's campaigns.
 * What is undone is posted all the same, and reversed: a look at Stripe that is older than this one
 * and comes later then finds its posting made.
 */
export async function takeBack(ctx: Ctx, tx: Tx, deposit: Deposit, claim: Claim): Promise<void> {
  const { kind, idempotencyKey, amountMicros } = claim;
  const wallet = { kind: "wallet", ownerId: deposit.userId } as const;
  const heldMicros = await lockBalance(tx, wallet);
  const lossMicros = amountMicros > heldMicros ? amountMicros - heldMicros : 0n;
  const { id, posted } = await postTransaction(tx, {
    kind,
    idempotencyKey,
    reference: `deposit:${deposit.id}`,
    memo: memoOf(claim, deposit, lossMicros),
    entries: [
      { account: { kind: "stripe_clearing" } as const, micros: amountMicros },
      { account: wallet, micros: lossMicros - amountMicros },
      { account: { kind: "losses" } as const, micros: -lossMicros },
    ].filter((entry) => entry.micros !== 0n),
  });
  if (claim.undone) await undo(tx, id, deposit);
  else if (posted && pausesCampaigns(kind, lossMicros)) {
    await pauseCampaigns(ctx, tx, deposit, kind);
  }
}

/** What the developer has paid meanwhile for this claim goes back to the wallet as well. */
async function undo(tx: Tx, transactionId: string, { userId }: Deposit): Promise<void> {
  const { posted } = await reverseTransaction(tx, { transactionId });
  if (!posted) return;
  const owedMicros = await getUnpaidLosses(tx, userId);
  if (owedMicros < 0n) await postLossPayment(tx, { userId, micros: owedMicros });
}

function memoOf({ kind, undone }: Claim, deposit: Deposit, lossMicros: bigint): string {
  const amount = formatDollars(deposit.amountMicros);
  const what =
    kind === "refund"
      ? `Refund of your deposit of ${amount}.`
      : `Your bank disputed the deposit of ${amount}.`;
  const short = lossMicros > 0n && `Your wallet was ${formatDollars(lossMicros)} short of it.`;
  const paused = !undone && pausesCampaigns(kind, lossMicros) && "Your campaigns are paused.";
  return [what, short, paused].filter(Boolean).join(" ");
}

function pausesCampaigns(kind: Claim["kind"], lossMicros: bigint): boolean {
  return kind === "dispute" || lossMicros > 0n;
}

/** What the developer reads where they would resume the campaign. */
const pauseReasons = {
  dispute: "Your bank disputed a deposit.",
  refund: "A refund took more than your wallet held.",
};

async function pauseCampaigns(
  ctx: Ctx,
  tx: Tx,
  deposit: Deposit,
  kind: Claim["kind"],
): Promise<void> {
  const paused = await pauseCampaignsOf(tx, {
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
}
