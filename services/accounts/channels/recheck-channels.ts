import { describeChannel } from "@fairclick/core/accounts/channels/describe-channel";
import { planCheck } from "@fairclick/core/accounts/channels/recheck";
import { channelCodeMissing, channelLost } from "@fairclick/core/notices/channel-notices";
import {
  type ChannelRow,
  leaseDueChannels,
  lockClaims,
  updateChannel,
} from "@fairclick/sql/accounts/channels";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import type { FetchPage } from "../../outgoing/fetch-page";
import { auditChannel, withoutMark } from "./change-claim";
import { checkPage, type PageCheck } from "./check-page";

/** At 10 seconds per page, a batch ends within the lease and within the job's time. */
const BATCH = 30;
const LEASE_MS = 20 * 60_000;

/**
 * Looks for the codes of verified channels again, about monthly. The mark ends when a code is missing
 * at two checks two weeks apart. Safe to run concurrently.
 */
export async function recheckChannels(ctx: Ctx, fetchPage: FetchPage): Promise<void> {
  const at = ctx.now();
  const until = new Date(at.getTime() + LEASE_MS);
  for (const channel of await leaseDueChannels(ctx.db.sql, { at, until, limit: BATCH })) {
    await recordRecheck(ctx, channel, await checkPage(fetchPage, channel));
  }
}

async function recordRecheck(ctx: Ctx, checked: ChannelRow, check: PageCheck): Promise<void> {
  const at = ctx.now();
  await withTx(ctx.db, async (tx) => {
    const claim = (await lockClaims(tx, checked)).find(({ id }) => id === checked.id);
    if (claim?.verifiedBy !== "code" || claim.provedAt === null) return;
    if (claim.code !== checked.code) return;
    const { provedAt, missingAt } = claim;
    const plan = planCheck({ provedAt, missingAt }, check.outcome, at);
    const state = { ...claim, checkedAt: at, problem: check.problem };
    const named = { channel: describeChannel(claim) };
    const to = [claim.userId];
    if (!plan.keeps) {
      await updateChannel(tx, { ...withoutMark(claim), checkedAt: at, problem: check.problem });
      await auditChannel(tx, ctx, { action: "channel.lose", claim, why: "missing" });
      await notify(tx, ctx, channelLost, { to, data: { ...named, why: "missing" as const } });
      return;
    }
    const { isFirstMiss, keeps, ...next } = plan;
    await updateChannel(tx, { ...state, ...next });
    if (!isFirstMiss) return;
    const data = { ...named, code: claim.code, until: next.nextCheckAt.toISOString() };
    await notify(tx, ctx, channelCodeMissing, { to, data });
  });
}
