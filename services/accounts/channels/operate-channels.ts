import { type Channel, describeChannel } from "@fairclick/core/accounts/channels";
import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { channelChanged } from "@fairclick/core/notices/account-notices";
import {
  type ChannelRow,
  insertChannel,
  type ListedChannel,
  listAllChannels as listRows,
  lockClaims,
  updateChannel,
} from "@fairclick/sql/accounts/channels";
import { lockSuspension } from "@fairclick/sql/accounts/operated-users";
import type { Tx } from "@fairclick/sql/db/client";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { makeChange } from "../../operations/operators/make-change";
import { type Page, type PageInput, readPage } from "../../read-page";
import { parseUser, userNotFound } from "../find-user";
import { grantMark, withoutMark } from "./change-claim";
import { makeChannelCode } from "./channel-code";

type Input = ChangeInput & { user: string; channel: Channel };

/** Lists verified channels, or those that are not verified, newest first. */
export async function listAllChannels(
  ctx: Pick<Ctx, "db">,
  { verified, user, ...page }: PageInput & { verified: boolean; user?: string | undefined },
): Promise<Page<ListedChannel>> {
  const userId = user === undefined ? null : await parseUser(ctx.db.sql, user);
  const cursor = page.cursor ?? null;
  return readPage(page, {
    read: (limit) => listRows(ctx.db.sql, { verified, userId, cursor, limit }),
    toCursor: ({ id }) => id,
  });
}

/**
 * Confirms a channel for a user, whether the user has added it or not. Another account that has the
 * mark loses it.
 */
export async function verifyChannel(
  ctx: Ctx,
  { user, channel, ...input }: Input,
): Promise<OperatorChange> {
  const userId = await parseUser(ctx.db.sql, user);
  return makeChange(ctx, input, async (tx) => {
    await requireAccount(tx, { userId, user });
    const claims = await lockClaims(tx, channel);
    const found = claims.find((claim) => claim.userId === userId);
    if (found?.verifiedAt) throw new AppError("conflict", "This channel is verified already.");
    const former = claims.find(({ verifiedAt }) => verifiedAt !== null);
    const name = describeChannel(channel);
    return {
      action: "channel.verify",
      subject: `user:${userId}`,
      before: { channel: name, verified: false, verifiedFor: former?.userId ?? null },
      after: { channel: name, verified: true, verifiedFor: userId },
      apply: async () => {
        const claim = found ?? newClaim(userId, channel, ctx.now());
        if (!found) await insertChannel(tx, claim);
        await grantMark(tx, ctx, { claim, claims, by: "operator" });
        const data = { channel: name, change: "verified" } as const;
        await notify(tx, ctx, channelChanged, { to: [userId], data });
      },
    };
  });
}

/** Takes the mark away. Its owner cannot verify the channel again; an operator can. */
export async function revokeChannel(
  ctx: Ctx,
  { user, channel, ...input }: Input,
): Promise<OperatorChange> {
  const userId = await parseUser(ctx.db.sql, user);
  return makeChange(ctx, input, async (tx) => {
    const claims = await lockClaims(tx, channel);
    const claim = claims.find((each) => each.userId === userId);
    const name = describeChannel(channel);
    if (!claim) throw new AppError("not_found", `This user has no channel ${name}.`);
    if (claim.revokedAt) throw new AppError("conflict", "This channel's mark is revoked already.");
    return {
      action: "channel.revoke",
      subject: `user:${userId}`,
      before: { channel: name, verified: claim.verifiedAt !== null, revoked: false },
      after: { channel: name, verified: false, revoked: true },
      apply: async () => {
        await updateChannel(tx, { ...withoutMark(claim), problem: null, revokedAt: ctx.now() });
        const data = { channel: name, change: "revoked", reason: input.reason } as const;
        await notify(tx, ctx, channelChanged, { to: [userId], data });
      },
    };
  });
}

/** Locks the account, so that it is not deleted before the change is committed. */
async function requireAccount(tx: Tx, { userId, user }: { userId: UserId; user: string }) {
  const account = await lockSuspension(tx, userId);
  if (!account) throw userNotFound(user);
  if (account.deletedAt) {
    throw new AppError("conflict", "This account was deleted by its owner.");
  }
}

function newClaim(userId: UserId, channel: Channel, createdAt: Date): ChannelRow {
  return {
    ...channel,
    ...{ id: Bun.randomUUIDv7(), userId, createdAt, code: makeChannelCode() },
    ...{ checkedAt: null, problem: null, verifiedAt: null, verifiedBy: null },
    revokedAt: null,
  };
}
