import { AppError } from "@fairclick/core/errors";
import type { CampaignId, CampaignKeyId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { endCampaignKey } from "@fairclick/sql/conversions/keys";
import { withTx } from "@fairclick/sql/db/tx";
import { lockOwnCampaign } from "../campaigns/own-campaign";
import type { Ctx } from "../context";
import { writeAudit } from "../operations/write-audit";
import { insertNewKey, type NewCampaignKey } from "./create-key";

/** How long the old key stays valid after a rotation, so that servers can change over one by one. */
export const ROTATION_HOURS = 24;

type Input = { campaignId: CampaignId; keyId: CampaignKeyId };

/** Revokes a key of the caller's campaign at once. Throws `not_found`. */
export async function revokeKey(ctx: Ctx, { campaignId, keyId }: Input): Promise<void> {
  await withTx(ctx.db, async (tx) => {
    await lockOwnCampaign(tx, ctx, campaignId);
    const name = await endCampaignKey(tx, { id: keyId, campaignId, endsAt: ctx.now() });
    if (name === null) throw keyNotFound();
    await writeAudit(tx, ctx, {
      action: "campaign-key.revoke",
      subject: `campaign:${campaignId}`,
      before: { keyId, name },
    });
  });
}

/** Creates a key of the same name; the old one expires after `ROTATION_HOURS`. */
export async function rotateKey(ctx: Ctx, { campaignId, keyId }: Input): Promise<NewCampaignKey> {
  return withTx(ctx.db, async (tx) => {
    await lockOwnCampaign(tx, ctx, campaignId);
    const endsAt = new Date(ctx.now().getTime() + ROTATION_HOURS * 3_600_000);
    const name = await endCampaignKey(tx, { id: keyId, campaignId, endsAt });
    if (name === null) throw keyNotFound();
    return insertNewKey(tx, ctx, { campaignId, name });
  });
}

function keyNotFound(): AppError {
  return new AppError("not_found", t`There is no such key`);
}
