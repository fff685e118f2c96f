import { describeChannel } from "@fairclick/core/accounts/channels";
import { channelChanged } from "@fairclick/core/notices/account-notices";
import { type ChannelRow, updateChannel } from "@fairclick/sql/accounts/channels";
import type { Tx } from "@fairclick/sql/db/client";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { writeAudit } from "../../operations/write-audit";
import { makeChannelCode } from "./channel-code";

type Clock = Pick<Ctx, "actor" | "now">;

/** A claim without the mark. Its new code is on no page, so no old one brings the mark back. */
export function withoutMark(claim: ChannelRow): ChannelRow {
  return {
    ...claim,
    code: makeChannelCode(),
    verifiedAt: null,
    verifiedBy: null,
  };
}

/**
 * Marks a channel as its claimant's, and takes the mark from the account that had it. `claims` are
 * all claims to the channel, locked.
 */
export async function grantMark(
  tx: Tx,
  ctx: Clock,
  { claim, claims, by }: { claim: ChannelRow; claims: ChannelRow[]; by: "code" | "operator" },
): Promise<void> {
  for (const former of claims) {
    if (former.id === claim.id || former.verifiedAt === null) continue;
    await updateChannel(tx, { ...withoutMark(former), problem: null });
    await auditChannel(tx, ctx, { action: "channel.lose", claim: former });
    const data = { channel: describeChannel(former), change: "taken_over" } as const;
    await notify(tx, ctx, channelChanged, { to: [former.userId], data });
  }
  const verifiedAt = claim.verifiedAt ?? ctx.now();
  await updateChannel(tx, {
    ...{ ...claim, problem: null },
    ...{ verifiedAt, verifiedBy: by, revokedAt: null },
  });
}

export async function auditChannel(
  tx: Tx,
  ctx: Pick<Ctx, "actor" | "now">,
  { action, claim }: { action: string; claim: ChannelRow },
): Promise<void> {
  await writeAudit(tx, ctx, {
    action,
    subject: `user:${claim.userId}`,
    after: { channelId: claim.id, channel: describeChannel(claim) },
  });
}
