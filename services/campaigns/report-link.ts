import { canonicalAddress, hostAndParents } from "@fairclick/core/campaigns/game-url";
import { QUIET_HOURS, type ReportReason } from "@fairclick/core/campaigns/reports";
import { AppError } from "@fairclick/core/errors";
import { ipKey, neighbourhoodKey } from "@fairclick/core/ip/numbers";
import { t } from "@fairclick/core/language/t";
import type { LockedCampaignRow } from "@fairclick/sql/campaigns/campaigns";
import {
  addReportedAddress,
  type FoundLink,
  findConfirmedAddress,
  findReportedLink,
  insertReport,
  lockOutDecisions,
  type ReportedAddress,
  type ReportedLink,
  updateReportedAddress,
} from "@fairclick/sql/campaigns/reports";
import type { Db, Queryable, Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { type Ctx, getSecret } from "../context";

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
