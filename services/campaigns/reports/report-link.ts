import { canonicalAddress } from "@fairclick/core/campaigns/game-url";
import { QUIET_HOURS, type ReportReason } from "@fairclick/core/campaigns/reports";
import {
  addReportedAddress,
  type FoundLink,
  findReportedLink,
  insertReport,
  type ReportedAddress,
  type ReportedLink,
  updateReportedAddress,
} from "@fairclick/sql/campaigns/reports";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import type { AttemptLimits } from "../../accounts/auth/attempt-limits";
import { limitAddressAttempts } from "../../accounts/auth/limit-address-attempts";
import type { Ctx } from "../../context";
import { hashAddress, hashReporter } from "./hash-reporter";

const HOUR_MS = 3_600_000;
/** More say nothing new, and would fill the disk. */
const MAX_PER_DAY = 1_000;

export type LinkReport = { link: ReportedLink; reason: ReportReason; text: string; ip: string };

/**
 * Stores a report of a link, once per reporter, link and UTC day. Reports alone change nothing for
 * the campaign: they open its address for an operator. A link that does not exist is treated alike. Throws `rate_limited`.
 */
export async function reportLink(
  ctx: Ctx,
  { link, ...report }: LinkReport,
  limits: Pick<AttemptLimits, "take">,
): Promise<void> {
  const userId = ctx.actor.kind === "user" ? ctx.actor.userId : null;
  await limitAddressAttempts(limits, "reportAddress", report.ip);
  if (userId !== null) await limits.take("reportAccount", userId);
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
