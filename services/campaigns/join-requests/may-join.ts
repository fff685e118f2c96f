import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { isVerifiedCreator } from "@fairclick/sql/accounts/channels";
import type { LockedCampaignRow } from "@fairclick/sql/campaigns/campaigns";
import type { Tx } from "@fairclick/sql/db/client";

/** Throws `not_wanted` if the campaign's developer lets only others join without a request. */
export async function refuseByJoinRule(
  tx: Tx,
  { campaign, creatorId }: { campaign: Pick<LockedCampaignRow, "joinRule">; creatorId: UserId },
): Promise<void> {
  switch (campaign.joinRule) {
    case "everybody":
      return;
    case "verified":
      if (await isVerifiedCreator(tx, creatorId)) return;
      throw new AppError(
        "not_wanted",
        t`This campaign accepts verified creators only. Prove one of your channels in your profile, then join.`,
      );
    case "approval":
      throw new AppError(
        "not_wanted",
        t`The developer of this campaign approves each creator. Send a request to join.`,
      );
  }
}
