import type { OwnCampaignResponse } from "@fairclick/core/schemas/campaign";
import type { CampaignStatsResponse } from "@fairclick/core/schemas/stats";
import { Card } from "../../ui/card";
import { Count, Money } from "../../ui/figure";
import { Line, Lines, Total } from "../../ui/receipt";
import { clickThroughRate } from "./campaign-figures";

type CampaignReceiptProps = {
  campaign: Pick<
    OwnCampaignResponse,
    "budget" | "payoutPerClick" | "status" | "totalClicks" | "impressions"
  >;
  stats: CampaignStatsResponse;
};

/** Where the budget is: paid per valid click, and what is left of it. */
export function CampaignReceipt({ campaign, stats }: CampaignReceiptProps) {
  const reserved = campaign.status !== "AWAITING_FUNDS";
  return (
    <Card title="Budget">
      <Lines>
        <Line label={reserved ? "Reserved" : "Budget, not yet reserved"}>
          <Money dollars={campaign.budget} />
        </Line>
        <Line
          label={
            <span>
              Paid: <Count of={stats.clicks.valid} /> × <Money dollars={campaign.payoutPerClick} />
            </span>
          }
        >
          <Money dollars={stats.spend} />
        </Line>
        <Line label="Cost per valid click">
          {stats.costPerClick === null ? "N/A" : <Money dollars={stats.costPerClick} />}
        </Line>
        <Line label="CTR">{clickThroughRate(campaign)}</Line>
      </Lines>
      <dl>
        <Total label="Left">
          <Money dollars={stats.budgetRemaining} />
        </Total>
      </dl>
    </Card>
  );
}
