import { describeWanted } from "@fairclick/core/accounts/creator-content";
import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { describeJoinRule } from "@fairclick/core/campaigns/joining";
import { describePaysFor } from "@fairclick/core/campaigns/pays-for";
import { t } from "@fairclick/core/language/t";

/** What differs from a campaign that accepts everybody and pays for every valid click. */
export function JoinTerms({ campaign }: { campaign: CampaignResponse }) {
  const { paysFor } = campaign;
  const wanted = describeWanted(campaign.wanted);
  const rule = describeJoinRule(campaign.whoMayJoin);
  return (
    <div className="mt-3 text-soft text-sm">
      {wanted === null ? null : <p>{t`Wants creators of: ${wanted}`}</p>}
      {rule === null ? null : <p>{rule}</p>}
      {paysFor === "players" ? <p>{describePaysFor(paysFor).meaning}</p> : null}
    </div>
  );
}
