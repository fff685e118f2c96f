import type { CampaignResponse } from "@fairclick/core/campaigns/campaign-schema";
import { Money } from "../../ui/figure";
import { Line, Lines } from "../../ui/receipt";

/** What of a campaign's budget is left to earn, and for which games. */
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
