import type { CampaignResponse } from "@fairclick/core/campaigns/campaign-schema";
import { nameAudience } from "@fairclick/core/campaigns/describe-audience";
import { clickRuleNames } from "@fairclick/core/clicks/describe-click-rules";
import { Money } from "../../ui/figure";
import { Line, Lines } from "../../ui/receipt";

/** The remaining budget, the genres, the audience and the click rules of a campaign. */
export function BudgetLines({ campaign }: { campaign: CampaignResponse }) {
  const paysFor = nameAudience(campaign.audience);
  return (
    <Lines className="text-sm">
      <Line label="Budget left">
        <Money dollars={campaign.budgetRemaining} />
      </Line>
      <Line label="Genres">
        <span className="font-text">{campaign.gameGenres.join(", ")}</span>
      </Line>
      {paysFor === null ? null : (
        <Line label="Pays for">
          <span className="font-text">{paysFor}</span>
        </Line>
      )}
      <Line label="Click rules">
        <span className="font-text">{clickRuleNames[campaign.clickRules]}</span>
      </Line>
    </Lines>
  );
}
