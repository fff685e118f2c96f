import { describeChannel } from "@fairclick/core/accounts/channels/describe-channel";
import { planCheck } from "@fairclick/core/accounts/channels/recheck";
import { channelLost } from "@fairclick/core/notices/channel-notices";
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
    provedAt: null,
    missingAt: null,
    nextCheckAt: null,
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
  const at = ctx.now();
  for (const former of claims) {
    if (former.id === claim.id || former.verifiedAt === null) continue;
    await updateChannel(tx, { ...withoutMark(former), problem: null });
    await auditChannel(tx, ctx, { action: "channel.lose", claim: former, why: "taken_over" });
    const data = { channel: describeChannel(former), why: "taken_over" as const };
    await notify(tx, ctx, channelLost, { to: [former.userId], data });
  }
  const plan = planCheck({ provedAt: at, missingAt: null }, "found", at);
  const nextCheckAt = by === "code" && plan.keeps ? plan.nextCheckAt : null;
  const proved = { provedAt: by === "code" ? at : null, missingAt: null, nextCheckAt };
  await updateChannel(tx, {
    ...{ ...claim, ...proved, problem: null },
    ...{ verifiedAt: claim.verifiedAt ?? at, verifiedBy: by, revokedAt: null },
  });
}

type Audited = { action: string; claim: ChannelRow; why?: string };

export async function auditChannel(
  tx: Tx,
  ctx: Pick<Ctx, "actor">,
  { action, claim, why }: Audited,
): Promise<void> {
  await writeAudit(tx, ctx, {
    action,
    subject: `user:${claim.userId}`,
    after: { channelId: claim.id, channel: describeChannel(claim), ...(why && { why }) },
  });
}
