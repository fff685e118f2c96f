import { MICROS_PER_CENT, microsFromCents } from "@fairclick/core/amounts";
import { AppError } from "@fairclick/core/errors";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { anonymiseUser, lockUser } from "@fairclick/sql/accounts/account-deletion";
import { lockOpenCampaigns, markEnded } from "@fairclick/sql/campaigns/campaigns";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { lockAccounts } from "@fairclick/sql/money/ledger";
import { requireUser } from "../actor";
import type { Ctx } from "../context";
import { enqueueRefunds } from "../money/refunds/request-refund";
import { returnWallet } from "../money/refunds/return-wallet";
import { writeAudit } from "../operations/write-audit";
import { type DeletionPlan, givesUpEarnings, planDeletion } from "./plan-deletion";

const ownKinds = ["wallet", "earnings", "in_transit"] as const;

/** What the owner agrees to lose. */
type Consent = { giveUpWalletCents: number; giveUpEarnings: boolean };

/**
 * Deletes the user's account: ends their campaigns and sessions, stops their links, sends wallet
 * money back to its cards, and anonymises the row that the books refer to. All of it is one
 * transaction. Budgets follow when their campaigns return them (`returnDeletedWallets`). Throws
 * `conflict` with every obstacle, or if more would be lost than the owner agreed to.
 */
export async function deleteAccount(ctx: Ctx, input: Consent): Promise<void> {
  const userId = requireUser(ctx);
  const at = ctx.now();
  const refunds = await withTx(ctx.db, async (tx) => {
    await lockUser(tx, userId);
    const campaigns = await lockOpenCampaigns(tx, userId);
    await lockAccounts(tx, [
      ...ownKinds.map((kind) => ({ kind, ownerId: userId })),
      ...campaigns.map((ownerId) => ({ kind: "escrow" as const, ownerId })),
    ]);
    const plan = await planDeletion(tx, { userId, at });
    if (plan.obstacles.length > 0) throw new AppError("conflict", plan.obstacles.join(" "));
    requireConsent(plan, input);
    await endCampaigns(ctx, tx, campaigns);
    const sent = await returnWallet(ctx, tx, userId);
    await anonymise(ctx, tx, userId);
    return sent;
  });
  await enqueueRefunds(ctx, refunds);
}

function requireConsent(plan: DeletionPlan, consent: Consent): void {
  const { walletMicros } = plan.givesUp;
  const agreed = microsFromCents(consent.giveUpWalletCents) + MICROS_PER_CENT;
  if (walletMicros < agreed && (consent.giveUpEarnings || !givesUpEarnings(plan))) return;
  throw new AppError(
    "conflict",
    t`You would lose money that you have not agreed to give up. Please look at the amounts again.`,
  );
}

async function endCampaigns(ctx: Ctx, tx: Tx, campaigns: CampaignId[]): Promise<void> {
  const at = ctx.now();
  for (const id of campaigns) {
    if (!(await markEnded(tx, { id, at }))) continue;
    const after = { endsAt: at.toISOString() };
    await writeAudit(tx, ctx, { action: "campaign.end", subject: `campaign:${id}`, after });
  }
}

async function anonymise(ctx: Ctx, tx: Tx, userId: UserId): Promise<void> {
  const username = `deleted-${crypto.randomUUID().slice(0, 13)}`;
  const email = `${username}@deleted.invalid`;
  if (!(await anonymiseUser(tx, { userId, username, email, at: ctx.now() }))) {
    throw new AppError("unauthenticated", t`Authentication failed`);
  }
  await writeAudit(tx, ctx, { action: "user.delete", subject: `user:${userId}` });
}
