import { canonicalAddress, hostAndParents } from "@fairclick/core/campaigns/game-url";
import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import type { LockedCampaignRow } from "@fairclick/sql/campaigns/campaigns";
import {
  findConfirmedAddress,
  lockOutDecisions,
  type ReportedAddress,
} from "@fairclick/sql/campaigns/reports";
import type { Queryable, Tx } from "@fairclick/sql/db/client";
import { hashAddress } from "./hash-reporter";

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
