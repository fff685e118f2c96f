import type { CampaignResponse } from "@fairclick/core/campaigns/campaign-schema";
import { Money } from "../../ui/figure";
import { Line, Lines } from "../../ui/receipt";

/** The remaining budget and the genres of a campaign. */
export function BudgetLines({ campaign }: { campaign: CampaignResponse }) {
  return (
    <Lines className="text-sm">
      <Line label="Budget left">
        <Money dollars={campaign.budgetRemaining} />
      </Line>
      <Line label="Genres">
        <span className="font-text">{campaign.gameGenres.join(", ")}</span>
      </Line>
    </Lines>
  );
}
