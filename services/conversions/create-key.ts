import { AppError } from "@fairclick/core/errors";
import { asId, type CampaignId, type CampaignKeyId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import {
  type CampaignKeyRow,
  insertCampaignKey,
  listCampaignKeys,
} from "@fairclick/sql/conversions/keys";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { hashToken } from "../accounts/auth/token";
import { lockOwnCampaign } from "../campaigns/own-campaign";
import type { Ctx } from "../context";
import { writeAudit } from "../operations/write-audit";
import { makeCampaignToken } from "./campaign-token";

export const MAX_KEYS = 10;

/** The token is only available here: the database stores its hash. */
export type NewCampaignKey = { key: CampaignKeyRow; token: string };

/** Creates a key for the caller's campaign. Throws `conflict` at the maximum number of keys. */
export async function createKey(
  ctx: Ctx,
  { campaignId, name }: { campaignId: CampaignId; name: string },
): Promise<NewCampaignKey> {
  return withTx(ctx.db, async (tx) => {
    await lockOwnCampaign(tx, ctx, campaignId);
    const keys = await listCampaignKeys(tx, { campaignId, at: ctx.now() });
    if (keys.length >= MAX_KEYS) {
      throw new AppError("conflict", t`A campaign has at most ${MAX_KEYS} keys: revoke one first`);
    }
    return insertNewKey(tx, ctx, { campaignId, name });
  });
}

/** Requires that the campaign is locked and is the caller's own. */
export async function insertNewKey(
  tx: Tx,
  ctx: Ctx,
  { campaignId, name }: { campaignId: CampaignId; name: string },
): Promise<NewCampaignKey> {
  const token = makeCampaignToken();
  const id = asId<CampaignKeyId>(Bun.randomUUIDv7());
  const createdAt = ctx.now();
  await insertCampaignKey(tx, { id, campaignId, name, tokenHash: hashToken(token), createdAt });
  await writeAudit(tx, ctx, {
    action: "campaign-key.create",
    subject: `campaign:${campaignId}`,
    after: { keyId: id, name },
  });
  const key = {
    id,
    name,
    createdAt,
    lastUsedAt: null,
    endsAt: null,
    testedAt: null,
    testedEvent: null,
  };
  return { key, token };
}
