import { policy } from "@fairclick/core/clicks/policy";
import type { CampaignId } from "@fairclick/core/ids";
import {
  invalidateHeldClicks,
  listCampaignsWithHeldClicks,
} from "@fairclick/sql/clicks/held-clicks";
import { withTx } from "@fairclick/sql/db/tx";
import { lockBalance } from "@fairclick/sql/money/ledger";
import type { Ctx } from "../../context";
import { writeAudit } from "../../operations/write-audit";

const DAY_MS = 86_400_000;
const CAMPAIGNS_A_RUN = 200;
const BATCH_SIZE = 5_000;

/** Makes held clicks invalid that no operator decided in time, and frees their price. Returns how many. */
export async function expireHeldClicks(ctx: Ctx): Promise<number> {
  const before = new Date(ctx.now().getTime() - policy.heldDays * DAY_MS);
  const campaigns = await listCampaignsWithHeldClicks(ctx.db.sql, {
    before,
    limit: CAMPAIGNS_A_RUN,
  });
  let expired = 0;
  for (const { id } of campaigns) expired += await expireOnCampaign(ctx, { id, before });
  return expired;
}

/** The escrow's lock excludes settlement, which claims from it. */
async function expireOnCampaign(
  ctx: Ctx,
  { id, before }: { id: CampaignId; before: Date },
): Promise<number> {
  return withTx(ctx.db, async (tx) => {
    await lockBalance(tx, { kind: "escrow", ownerId: id });
    const clicks = await invalidateHeldClicks(tx, { campaignId: id, before, limit: BATCH_SIZE });
    if (clicks > 0) {
      await writeAudit(tx, ctx, {
        action: "clicks.expire",
        subject: `campaign:${id}`,
        reason: `No operator decided within ${policy.heldDays} days`,
        after: { clicks },
      });
    }
    return clicks;
  });
}
