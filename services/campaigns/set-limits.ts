import { findSmallCaps, type Limits } from "@fairclick/core/campaigns/campaign-input";
import { capTooSmall, type SpendingLimits } from "@fairclick/core/campaigns/prices";
import { AppError } from "@fairclick/core/errors";
import { getLimits, insertLimits, type NewCampaignRow } from "@fairclick/sql/campaigns/campaigns";
import type { Tx } from "@fairclick/sql/db/client";
import type { AuditFacts } from "@fairclick/sql/operations/audit-log";

type Change = {
  /** What is left out stays as it is. */
  limits: Limits | undefined;
  at: Date;
};

/**
 * Changes the limits of a locked campaign for clicks from now on. Returns what the audit log says;
 * null if nothing changes. Throws `validation` if a cap cannot pay for one click.
 */
export async function setLimits(
  tx: Tx,
  campaign: Pick<NewCampaignRow, "id" | "payoutMicros" | "feeMicros">,
  { limits = {}, at }: Change,
): Promise<{ before: AuditFacts; after: AuditFacts } | null> {
  const { id: campaignId } = campaign;
  refuseSmallCaps(limits, campaign.payoutMicros + campaign.feeMicros);
  const old = await getLimits(tx, campaignId);
  const next: SpendingLimits = {
    dailyCapMicros: limits.dailyCap === undefined ? old.dailyCapMicros : limits.dailyCap,
    creatorCapMicros: limits.creatorCap === undefined ? old.creatorCapMicros : limits.creatorCap,
  };
  if (isSame(old, next)) return null;
  await insertLimits(tx, { ...next, campaignId, from: at });
  return { before: auditFacts(old), after: auditFacts(next) };
}

function auditFacts({ dailyCapMicros, creatorCapMicros }: SpendingLimits): AuditFacts {
  return {
    dailyCapMicros: dailyCapMicros?.toString() ?? null,
    creatorCapMicros: creatorCapMicros?.toString() ?? null,
  };
}

function isSame(a: SpendingLimits, b: SpendingLimits): boolean {
  return a.dailyCapMicros === b.dailyCapMicros && a.creatorCapMicros === b.creatorCapMicros;
}

function refuseSmallCaps(limits: Limits, costMicros: bigint): void {
  const issues = findSmallCaps(limits, costMicros).map((name) => ({
    path: `limits.${name}`,
    message: capTooSmall(),
  }));
  if (issues.length > 0) throw new AppError("validation", capTooSmall(), { issues });
}
