import { findSmallCaps, type Limits } from "@fairclick/core/campaigns/campaign-input-schema";
import { capTooSmall, type SpendingLimits } from "@fairclick/core/campaigns/spending-limits";
import { AppError } from "@fairclick/core/errors";
import { getLimits, insertLimits } from "@fairclick/sql/campaigns/campaign-limits";
import type { LockedCampaignRow, NewCampaignRow } from "@fairclick/sql/campaigns/campaigns";
import type { Tx } from "@fairclick/sql/db/client";
import type { AuditFacts } from "@fairclick/sql/operations/audit-log";

type Change = {
  /** What is left out stays as it is. */
  limits: Limits | undefined;
  /** The campaign before the change; left out for a new one. */
  before?: Pick<LockedCampaignRow, "endsAt">;
  at: Date;
};

/**
 * Changes the limits of a locked campaign for clicks from now on. A paced campaign's new end is a
 * change of its limits. Returns what the audit log says; null if nothing changes. Throws
 * `validation` if a cap cannot pay for one click.
 */
export async function setLimits(
  tx: Tx,
  campaign: Pick<NewCampaignRow, "id" | "payoutMicros" | "feeMicros" | "endsAt">,
  { limits = {}, before, at }: Change,
): Promise<{ before: AuditFacts; after: AuditFacts } | null> {
  const { id: campaignId, endsAt } = campaign;
  refuseSmallCaps(limits, campaign.payoutMicros + campaign.feeMicros);
  const old = await getLimits(tx, campaignId);
  const next: SpendingLimits = {
    dailyCapMicros: limits.dailyCap === undefined ? old.dailyCapMicros : limits.dailyCap,
    creatorCapMicros: limits.creatorCap === undefined ? old.creatorCapMicros : limits.creatorCap,
    evenPacing: limits.evenPacing ?? old.evenPacing,
  };
  const isMoved = before !== undefined && before.endsAt.getTime() !== endsAt.getTime();
  if (isSame(old, next) && !(next.evenPacing && isMoved)) return null;
  await insertLimits(tx, { ...next, campaignId, from: at, endsAt });
  return { before: auditFacts(old), after: auditFacts(next) };
}

function auditFacts({ dailyCapMicros, creatorCapMicros, evenPacing }: SpendingLimits): AuditFacts {
  return {
    dailyCapMicros: dailyCapMicros?.toString() ?? null,
    creatorCapMicros: creatorCapMicros?.toString() ?? null,
    evenPacing,
  };
}

function isSame(a: SpendingLimits, b: SpendingLimits): boolean {
  return (
    a.dailyCapMicros === b.dailyCapMicros &&
    a.creatorCapMicros === b.creatorCapMicros &&
    a.evenPacing === b.evenPacing
  );
}

function refuseSmallCaps(limits: Limits, costMicros: bigint): void {
  const issues = findSmallCaps(limits, costMicros).map((name) => ({
    path: `limits.${name}`,
    message: capTooSmall(),
  }));
  if (issues.length > 0) throw new AppError("validation", capTooSmall(), { issues });
}
