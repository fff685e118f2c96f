import { AppError } from "@fairclick/core/errors";
import { asId, type CampaignId, type CampaignKeyId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import {
  type CampaignKeyRow,
  endCampaignKey,
  insertCampaignKey,
  listCampaignKeys,
} from "@fairclick/sql/conversions/keys";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { hashToken, makeCampaignToken } from "../accounts/token";
import { getOwnCampaign, lockOwnCampaign } from "../campaigns/own-campaign";
import { writeAudit } from "../changes";
import type { Ctx } from "../context";

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
async function insertNewKey(
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

/** Lists the valid keys of the caller's campaign, without their tokens. */
export async function listKeys(ctx: Ctx, campaignId: CampaignId): Promise<CampaignKeyRow[]> {
  await getOwnCampaign(ctx, campaignId);
  return listCampaignKeys(ctx.db.sql, { campaignId, at: ctx.now() });
}
