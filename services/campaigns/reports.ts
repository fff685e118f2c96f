import {
  canonicalAddress,
  hostAndParents,
  includesAddress,
} from "@fairclick/core/campaigns/game-url";
import { describeReport, QUIET_HOURS, type ReportReason } from "@fairclick/core/campaigns/reports";
import { isTrustedHost } from "@fairclick/core/campaigns/reviews";
import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import { type CampaignId, isUuid } from "@fairclick/core/ids";
import { ipKey, neighbourhoodKey } from "@fairclick/core/ip/numbers";
import { t } from "@fairclick/core/language/t";
import { campaignDecided } from "@fairclick/core/notices/campaign-notices";
import type { LockedCampaignRow } from "@fairclick/sql/campaigns/campaigns";
import {
  addReportedAddress,
  type FoundLink,
  findConfirmedAddress,
  findReportedAddress,
  findReportedLink,
  insertReport,
  lockDecisions,
  lockOutDecisions,
  type ReportedAddress,
  type ReportedLink,
  updateReportedAddress,
} from "@fairclick/sql/campaigns/reports";
import {
  blockCampaigns,
  type CampaignAddress,
  listCampaignAddresses,
  moveBlock,
  unblockCampaigns,
} from "@fairclick/sql/campaigns/stops";
import type { Db, Queryable, Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { listPauses } from "@fairclick/sql/notices/notices";
import { makeChange, requireOperator, writeAudit } from "../changes";
import type { Config } from "../config";
import { type Ctx, getSecret } from "../context";
import { inLanguage } from "../language/in-language";
import { notify } from "../notify";
import { notifyPaidAgain, notifyPaused } from "./notify-campaign";

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
    if (!before) throw new AppError("not_found", "There is no such report.");
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
  blocked: CampaignAddress[];
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

const HOUR_MS = 3_600_000;
/** More say nothing new, and would fill the disk. */
const MAX_PER_DAY = 1_000;

export type LinkReport = { link: ReportedLink; reason: ReportReason; text: string; ip: string };

/**
 * Stores a report of a link, once per reporter, link and UTC day. Reports alone change nothing for
 * the campaign: they open its address for an operator. A link that does not exist is treated alike.
 */
export async function reportLink(ctx: Ctx, { link, ...report }: LinkReport): Promise<void> {
  const userId = ctx.actor.kind === "user" ? ctx.actor.userId : null;
  const reporter = await hashReporter(ctx.db, { ip: report.ip, userId });
  const found = await findReportedLink(ctx.db.sql, link);
  if (!found) return;
  const { reason, text } = report;
  const signedIn = userId !== null;
  await withTx(ctx.db, (tx) =>
    storeReport(tx, ctx, found, { reason, text, signedIn, ...reporter }),
  );
}

type Stored = Pick<LinkReport, "reason" | "text"> & {
  signedIn: boolean;
  reporter: string;
  network: string;
};

async function storeReport(tx: Tx, ctx: Ctx, found: FoundLink, report: Stored): Promise<void> {
  const at = ctx.now();
  const canonical = canonicalAddress(found.gameUrl);
  const known = await addReportedAddress(tx, {
    ...canonical,
    id: Bun.randomUUIDv7(),
    hash: hashAddress(canonical.address),
    at,
  });
  const { campaignId, creatorId } = found;
  const isStored = await insertReport(tx, {
    ...report,
    ...{ id: Bun.randomUUIDv7(), addressId: known.id, campaignId, creatorId, at },
    maxPerDay: MAX_PER_DAY,
  });
  if (isStored && mayReopen(known, at))
    await updateReportedAddress(tx, { id: known.id, state: "open", at });
}

/** A dismissed address stays dismissed for a while, so that nobody can keep operators busy with it. */
function mayReopen({ state, decidedAt }: ReportedAddress, at: Date): boolean {
  if (state !== "dismissed" || decidedAt === null) return false;
  return at.getTime() - decidedAt.getTime() >= QUIET_HOURS * HOUR_MS;
}

/** Returns the key under which an address is found, of a fixed length. */
function hashAddress(address: string): string {
  return new Bun.CryptoHasher("sha256").update(address).digest("base64url");
}

export type Reporter = { ip: string; userId: string | null };

/**
 * Returns keyed hashes of a reporter, who is an account or an ip key, and of the network: an IPv4
 * /24 or an IPv6 /48. The secret keeps others from finding an address by trying all.
 */
async function hashReporter(
  db: Db,
  { ip, userId }: Reporter,
): Promise<{ reporter: string; network: string }> {
  const keyed = new Bun.CryptoHasher("sha256", await getSecret(db, "reporters"));
  const hash = (text: string) => keyed.copy().update(text).digest("base64url").slice(0, 22);
  return {
    reporter: hash(userId === null ? `ip:${ipKey(ip)}` : `user:${userId}`),
    network: hash(`network:${neighbourhoodKey(ip)}`),
  };
}

/**
 * Throws `forbidden` if reports of a game's URL were confirmed, and keeps new decisions away until
 * the end of the transaction. Call it, or `lockOutDecisions`, before a campaign is locked.
 */
export async function refuseConfirmedAddress(tx: Tx, gameUrl: string): Promise<void> {
  await lockOutDecisions(tx);
  const confirmed = await findConfirmed(tx, gameUrl);
  if (!confirmed) return;
  throw new AppError(
    "forbidden",
    t`Visitors reported this game URL, and we confirmed the report: ${confirmed.answer ?? ""} No campaign can lead there. If this is a mistake, ask support about ${confirmed.id}.`,
  );
}

/** Returns the confirmed address that includes a game's URL, or null. */
export function findConfirmed(db: Queryable, gameUrl: string): Promise<ReportedAddress | null> {
  const { address, host } = canonicalAddress(gameUrl);
  return findConfirmedAddress(db, { hash: hashAddress(address), hosts: hostAndParents(host) });
}

/** Throws `forbidden` if a campaign leads to a confirmed address. */
export function refuseBlocked({ blockedBy }: Pick<LockedCampaignRow, "blockedBy">): void {
  if (blockedBy === null) return;
  throw new AppError(
    "forbidden",
    t`The address of this campaign was reported, and an operator confirmed it. That must be lifted first; the report is ${blockedBy}.`,
  );
}
