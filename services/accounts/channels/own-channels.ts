import type { Channel } from "@fairclick/core/accounts/channels";
import { AppError } from "@fairclick/core/errors";
import { isUuid } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { lockUser } from "@fairclick/sql/accounts/account-deletion";
import {
  type ChannelRow,
  deleteChannel,
  findChannel,
  insertChannel,
  listChannels,
  lockClaims,
  updateChannel,
} from "@fairclick/sql/accounts/channels";
import type { Queryable } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";
import type { FetchPage } from "../../outgoing/fetch-page";
import type { AttemptLimits } from "../auth/attempt-limits";
import { auditChannel, grantMark } from "./change-claim";
import { makeChannelCode } from "./channel-code";
import { checkPage } from "./check-page";

export const MAX_CHANNELS = 6;

type Outside = { limits: Pick<AttemptLimits, "take">; fetchPage: FetchPage };

export async function listOwnChannels(ctx: Ctx): Promise<ChannelRow[]> {
  return listChannels(ctx.db.sql, requireUser(ctx));
}

/** Throws `conflict` for a channel that the caller has, and at the maximum number of channels. */
export async function addChannel(
  ctx: Ctx,
  channel: Channel,
  { limits }: Pick<Outside, "limits">,
): Promise<ChannelRow> {
  const userId = requireUser(ctx);
  await limits.take("channelAccount", userId);
  const id = Bun.randomUUIDv7();
  return withTx(ctx.db, async (tx) => {
    await lockUser(tx, userId);
    const own = await listChannels(tx, userId);
    if (own.some(({ platform, name }) => platform === channel.platform && name === channel.name)) {
      throw new AppError("conflict", t`This channel is on your list already`);
    }
    if (own.length >= MAX_CHANNELS) {
      throw new AppError("conflict", t`You can have at most ${MAX_CHANNELS} channels`);
    }
    const code = makeChannelCode();
    await insertChannel(tx, { ...channel, id, userId, code, createdAt: ctx.now() });
    const claim = await getOwn(tx, ctx, id);
    await auditChannel(tx, ctx, { action: "channel.add", claim });
    return claim;
  });
}

/**
 * Fetches the channel's page and verifies the channel if its description holds the code. A check that
 * does not find the code takes no mark away. Throws `not_found`, and `forbidden` for a channel that an operator took the mark from.
 */
export async function checkChannel(ctx: Ctx, id: string, outside: Outside): Promise<ChannelRow> {
  const channel = await getOwn(ctx.db.sql, ctx, id);
  refuseRevoked(channel);
  await outside.limits.take("channelCheckAccount", channel.userId);
  if (channel.platform === "website") {
    await outside.limits.take("channelCheckHost", channel.name);
  }
  const problem = await checkPage(outside.fetchPage, channel);
  await recordCheck(ctx, channel, problem);
  return getOwn(ctx.db.sql, ctx, id);
}

async function recordCheck(ctx: Ctx, checked: ChannelRow, problem: string | null): Promise<void> {
  await withTx(ctx.db, async (tx) => {
    const claims = await lockClaims(tx, checked);
    const claim = claims.find(({ id }) => id === checked.id);
    // While the page was fetched, the claim was deleted, or got another code.
    if (!claim || claim.code !== checked.code) throw changed();
    refuseRevoked(claim);
    const state = { ...claim, checkedAt: ctx.now(), problem };
    if (problem !== null) return updateChannel(tx, state);
    await grantMark(tx, ctx, { claim: state, claims, by: "code" });
    if (claim.verifiedBy !== "code") {
      await auditChannel(tx, ctx, { action: "channel.verify", claim });
    }
  });
}

/** Deletes a channel and its mark. Throws `not_found`, and `forbidden` if an operator revoked it. */
export async function removeChannel(ctx: Ctx, id: string): Promise<void> {
  await withTx(ctx.db, async (tx) => {
    const own = await getOwn(tx, ctx, id);
    const claim = (await lockClaims(tx, own)).find((each) => each.id === id);
    if (!claim) throw channelNotFound();
    refuseRevoked(claim);
    await deleteChannel(tx, claim);
    await auditChannel(tx, ctx, { action: "channel.remove", claim });
  });
}

async function getOwn(db: Queryable, ctx: Ctx, id: string): Promise<ChannelRow> {
  const userId = requireUser(ctx);
  const channel = isUuid(id) ? await findChannel(db, { id, userId }) : null;
  if (!channel) throw channelNotFound();
  return channel;
}

function refuseRevoked({ revokedAt }: ChannelRow): void {
  if (revokedAt === null) return;
  throw new AppError(
    "forbidden",
    t`Fairclick took the mark of this channel away, and only Fairclick can verify it again.`,
  );
}

function channelNotFound(): AppError {
  return new AppError("not_found", t`There is no such channel`);
}

function changed(): AppError {
  return new AppError("conflict", t`This channel has just changed. Please check it again.`);
}
