import { canonicalAddress, includesAddress } from "@fairclick/core/campaigns/game-url";
import { isTrustedHost } from "@fairclick/core/campaigns/reviews";
import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import { type CampaignId, isUuid } from "@fairclick/core/ids";
import { campaignDecided } from "@fairclick/core/notices/campaign-notices";
import {
  findReportedAddress,
  lockDecisions,
  type ReportedAddress,
  updateReportedAddress,
} from "@fairclick/sql/campaigns/reports";
import {
  blockCampaigns,
  type CampaignAddress,
  listCampaignAddresses,
  listPauses,
  moveBlock,
  unblockCampaigns,
} from "@fairclick/sql/campaigns/stops";
import type { Tx } from "@fairclick/sql/db/client";
import { makeChange, requireOperator, writeAudit } from "../changes";
import type { Config } from "../config";
import type { Ctx } from "../context";
import { inLanguage } from "../language/in-language";
import { notify } from "../notify";
import { notifyPaidAgain, notifyPaused } from "./notify-campaign";
import { findConfirmed } from "./report-link";
import { describeReport } from "./stop-campaign";

type Decision = ChangeInput & { id: string };

/**
 * Shows the visitors of all campaigns that lead to a reported address a warning, and stops these
 * campaigns; with `wholeHost`, of all that lead to its host. Throws `conflict` for a whole host that
 * is trusted.
 */
export async function confirmReport(
  ctx: Ctx,
  { wholeHost, ...decision }: Decision & { wholeHost: boolean },
  terms: Pick<Config, "trustedHosts">,
): Promise<OperatorChange> {
  return decide(ctx, decision, (before) => {
    if (wholeHost && isTrustedHost(before.host, terms.trustedHosts)) {
      throw new AppError(
        "conflict",
        `${before.host} is in TRUSTED_HOSTS, so only single addresses of it can be confirmed.`,
      );
    }
    return { ...before, state: "confirmed", wholeHost };
  });
}

/** Declares an address harmless; lifts what a confirmation stopped. */
export async function dismissReport(ctx: Ctx, decision: Decision): Promise<OperatorChange> {
  return decide(ctx, decision, (before) => ({ ...before, state: "dismissed", wholeHost: false }));
}

/** Takes a decision back: the address is open again, and its warning is lifted. */
export async function reopenReport(ctx: Ctx, decision: Decision): Promise<OperatorChange> {
  return decide(ctx, decision, (before) => ({ ...before, state: "open", wholeHost: false }));
}

async function decide(
  ctx: Ctx,
  { id, ...input }: Decision,
  change: (before: ReportedAddress) => ReportedAddress,
): Promise<OperatorChange> {
  const operatorId = requireOperator(ctx);
  return makeChange(ctx, input, async (tx) => {
    await lockDecisions(tx);
    const before = isUuid(id) ? await findReportedAddress(tx, id) : null;
    if (!before) throw reportNotFound();
    const after = change(before);
    if (after.state === before.state && after.wholeHost === before.wholeHost) {
      throw new AppError("conflict", `This address is ${before.state} already.`);
    }
    const changes = await findBlockChanges(tx, after);
    const { state, wholeHost } = after;
    return {
      action: `address.${state}`,
      subject: `address:${id}`,
      counted: [...changes.blocked, ...changes.released].map((campaign) => campaign.id),
      before: { state: before.state, address: before.address, wholeHost: before.wholeHost },
      after: {
        ...{ state, address: before.address, wholeHost },
        campaignsStopped: changes.blocked.length,
        campaignsReleased: changes.released.length,
      },
      apply: async () => {
        const at = ctx.now();
        const decided = { answer: input.reason, operatorId };
        await updateReportedAddress(
          tx,
          state === "open" ? { id, state, at } : { id, state, at, wholeHost, ...decided },
        );
        await applyBlockChanges(tx, ctx, { addressId: id, changes, reason: input.reason });
      },
    };
  });
}

function reportNotFound(): AppError {
  return new AppError("not_found", "There is no such report.");
}

type Input = { addressId: string; changes: BlockChanges; reason: string };

/** Stops campaigns and lets others run again after a decision about an address, which is stored. */
async function applyBlockChanges(
  tx: Tx,
  ctx: Ctx,
  { addressId, changes, reason }: Input,
): Promise<void> {
  const at = ctx.now();
  const { blocked } = changes;
  const pauseReason = inLanguage("en", () => describeReport(reason));
  const ids = blocked.map(({ id }) => id);
  if (ids.length > 0) await blockCampaigns(tx, { ids, addressId, at, reason: pauseReason });
  await notifyPaused(tx, ctx, ids);
  const free = await keepOtherBlocks(tx, changes.released);
  if (free.length > 0) {
    await unblockCampaigns(
      tx,
      free.map(({ id }) => id),
    );
  }
  for (const campaign of blocked) {
    await record(tx, ctx, { campaign, action: "campaign.block", addressId });
    if (campaign.endsAt <= at) continue;
    const { id: campaignId, name, developerId } = campaign;
    const data = { campaignId, name, decision: "blocked", reason, reportId: addressId } as const;
    await notify(tx, ctx, campaignDecided, { to: [developerId], data });
  }
  for (const campaign of free) {
    await record(tx, ctx, { campaign, action: "campaign.unblock", addressId });
    if (campaign.endsAt <= at) continue;
    const { id: campaignId, name, developerId } = campaign;
    const data = { campaignId, name, decision: "unblocked" } as const;
    await notify(tx, ctx, campaignDecided, { to: [developerId], data });
    const stillPaused = await listPauses(tx, [campaignId]);
    if (stillPaused.length === 0) await notifyPaidAgain(tx, ctx, campaign);
  }
}

/** Returns the campaigns that no other confirmed address includes. */
async function keepOtherBlocks(tx: Tx, released: CampaignAddress[]): Promise<CampaignAddress[]> {
  const free: CampaignAddress[] = [];
  for (const campaign of released) {
    const other = await findConfirmed(tx, campaign.gameUrl);
    if (other) await moveBlock(tx, { id: campaign.id, addressId: other.id });
    else free.push(campaign);
  }
  return free;
}

async function record(
  tx: Tx,
  ctx: Ctx,
  input: { campaign: CampaignAddress; action: string; addressId: string },
): Promise<void> {
  const { campaign, action, addressId } = input;
  await writeAudit(tx, ctx, {
    action,
    subject: `campaign:${campaign.id}`,
    after: { gameUrl: campaign.gameUrl, reportedAddress: addressId },
  });
}

const SLICE = 5_000;

type BlockChanges = {
  /** Campaigns that the address stops from now on. */
  blocked: CampaignAddress[];
  /** Campaigns that it no longer stops. */
  released: CampaignAddress[];
};

/**
 * Compares a reported address in its new state with the addresses of all campaigns. It reads them
 * all, because two spellings of one URL have no common index. Requires `lockDecisions`.
 */
async function findBlockChanges(tx: Tx, address: ReportedAddress): Promise<BlockChanges> {
  const changes: BlockChanges = { blocked: [], released: [] };
  let after: CampaignId | null = null;
  for (;;) {
    const campaigns: CampaignAddress[] = await listCampaignAddresses(tx, { after, limit: SLICE });
    for (const campaign of campaigns) {
      const isIncluded =
        address.state === "confirmed" &&
        includesAddress(address, canonicalAddress(campaign.gameUrl));
      if (isIncluded && campaign.blockedBy === null) changes.blocked.push(campaign);
      if (!isIncluded && campaign.blockedBy === address.id) changes.released.push(campaign);
    }
    if (campaigns.length < SLICE) return changes;
    after = campaigns.at(-1)?.id ?? null;
  }
}
