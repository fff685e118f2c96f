import { describeWanted } from "@fairclick/core/accounts/creator-content";
import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { describeJoinRule } from "@fairclick/core/campaigns/joining";
import { t } from "@fairclick/core/language/t";

/** Which creators a campaign accepts, for one that does not accept everybody. */
export function JoinTerms({ campaign }: { campaign: CampaignResponse }) {
  const wanted = describeWanted(campaign.wanted);
  const rule = describeJoinRule(campaign.whoMayJoin);
  return (
    <div className="mt-3 text-soft text-sm">
      {wanted === null ? null : <p>{t`Wants creators of: ${wanted}`}</p>}
      {rule === null ? null : <p>{rule}</p>}
    </div>
  );
}
