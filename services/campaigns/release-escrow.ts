import type { CampaignId, UserId } from "@fairclick/core/ids";
import { lockCampaign } from "@fairclick/sql/campaigns/campaigns";
import { withTx } from "@fairclick/sql/db/tx";
import {
  findUnclaimed,
  listReleasableCampaigns,
  markReleased,
} from "@fairclick/sql/money/escrow-releases";
import { lockAccounts, postTransaction } from "@fairclick/sql/money/ledger";
import type { Ctx } from "../context";
import { writeAudit } from "../operations/write-audit";
import { notifyEnded } from "./notify-campaign";

const CAMPAIGNS_A_RUN = 500;

/**
 * Returns the escrow of every ended campaign to its developer's wallet. Every click from before
 * `watermark` is recorded. Returns how many campaigns were released.
 */
export async function releaseEscrows(
  ctx: Ctx,
  { watermark }: { watermark: Date },
): Promise<number> {
  const campaigns = await listReleasableCampaigns(ctx.db.sql, {
    watermark,
    limit: CAMPAIGNS_A_RUN,
  });
  let released = 0;
  for (const campaign of campaigns) {
    if (await releaseEscrow(ctx, { ...campaign, watermark })) released += 1;
  }
  return released;
}

type Release = { id: CampaignId; developerId: UserId; watermark: Date };

/**
 * Returns true if it released the escrow, false if it was released before. Settlement locks the
 * escrow too, so it runs entirely before or after.
 */
export async function releaseEscrow(ctx: Ctx, release: Release): Promise<boolean> {
  const { id, developerId, watermark } = release;
  return withTx(ctx.db, async (tx) => {
    const campaign = await lockCampaign(tx, id);
    const escrow = { kind: "escrow", ownerId: id } as const;
    const wallet = { kind: "wallet", ownerId: developerId } as const;
    const locked = await lockAccounts(tx, [escrow, wallet]);
    const last = await markReleased(tx, { id, watermark, at: ctx.now() });
    const micros = last
      ? (locked.find((account) => account.kind === "escrow")?.balanceMicros ?? 0n)
      : ((await findUnclaimed(tx, { id, watermark })) ?? 0n);
    if (!last && micros <= 0n) return false;
    if (campaign && !campaign.disabledAt) await notifyEnded(tx, ctx, campaign);
    if (micros > 0n) {
      await postTransaction(tx, {
        kind: "release",
        // Before the last release there can be others, each of what is unclaimed under the lock.
        idempotencyKey: last ? `release:${id}` : `release:${id}:${Bun.randomUUIDv7()}`,
        reference: `campaign:${id}`,
        entries: [
          { account: escrow, micros: -micros },
          { account: wallet, micros },
        ],
      });
    }
    await writeAudit(tx, ctx, {
      action: "campaign.release",
      subject: `campaign:${id}`,
      after: { releasedMicros: micros.toString() },
    });
    return true;
  });
}
