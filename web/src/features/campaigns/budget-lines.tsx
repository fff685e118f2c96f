import type { CampaignResponse } from "@fairclick/core/campaigns/campaign-schema";
import { clickRuleNames } from "@fairclick/core/clicks/describe-click-rules";
import { Money } from "../../ui/figure";
import { Line, Lines } from "../../ui/receipt";

/** The remaining budget, the genres and the click rules of a campaign. */
export function BudgetLines({ campaign }: { campaign: CampaignResponse }) {
  return (
    <Lines className="text-sm">
      <Line label="Budget left">
        <Money dollars={campaign.budgetRemaining} />
      </Line>
      <Line label="Genres">
        <span className="font-text">{campaign.gameGenres.join(", ")}</span>
      </Line>
      <Line label="Click rules">
        <span className="font-text">{clickRuleNames[campaign.clickRules]}</span>
      </Line>
    </Lines>
  );
}
