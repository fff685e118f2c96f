import { dollarsFromMicros } from "@fairclick/core/amounts";
import type { OwnCampaignResponse } from "@fairclick/core/campaigns/campaign";
import type { CampaignStatsResponse } from "@fairclick/core/clicks/stats";
import { t } from "@fairclick/core/language/t";
import { rich } from "../../../language/rich";
import { Card } from "../../../ui/card";
import { PaidClicks } from "../../../ui/clicks/paid-clicks";
import { Money } from "../../../ui/figure";
import { microsFromAmount } from "../../../ui/format/exact-dollars";
import { Line, Lines, Total } from "../../../ui/receipt";
import { clickThroughRate } from "../campaign-figures";

type CampaignReceiptProps = {
  campaign: Pick<
    OwnCampaignResponse,
    "budget" | "payoutPerClick" | "feePerClick" | "status" | "totalClicks" | "impressions"
  >;
  stats: CampaignStatsResponse;
};

/** The budget of a campaign: reserved, paid and left. */
export function CampaignReceipt({ campaign, stats }: CampaignReceiptProps) {
  const returned = returnedDollars(stats);
  const costDollars = dollarsFromMicros(
    microsFromAmount(campaign.payoutPerClick) + microsFromAmount(campaign.feePerClick),
  );
  return (
    <Card title={t`Budget`}>
      <Lines>
        {stats.reserved > 0 ? (
          <Line label={t`Reserved`}>
            <Money dollars={stats.reserved} />
          </Line>
        ) : (
          <Line label={t`Budget, not reserved`}>
            <Money dollars={campaign.budget} />
          </Line>
        )}
        <Line
          label={
            <span>
              {rich`Paid: ${<PaidClicks clicks={stats.clicks.valid} perClick={costDollars} dollars={stats.spend} />}`}
            </span>
          }
        >
          <Money dollars={stats.spend} />
        </Line>
        {campaign.feePerClick > 0 ? (
          <Line label={t`Fee in each click`}>
            <Money dollars={campaign.feePerClick} />
          </Line>
        ) : null}
        {returned > 0 ? (
          <Line label={t`Returned to your wallet`}>
            <Money dollars={returned} />
          </Line>
        ) : null}
        <Line label={t`Cost per valid click`}>
          {stats.costPerClick === null ? t`N/A` : <Money dollars={stats.costPerClick} />}
        </Line>
        <Line label="CTR">{clickThroughRate(campaign)}</Line>
      </Lines>
      <dl>
        <Total
          label={
            campaign.status === "ENDED" && stats.budgetRemaining > 0 ? t`To be returned` : t`Left`
          }
        >
          <Money dollars={stats.budgetRemaining} />
        </Total>
      </dl>
      <Lines className="mt-3 text-sm text-soft">
        <Line label={t`Reserved for pending clicks`}>
          <Money dollars={stats.pending} />
        </Line>
        {stats.held > 0 ? (
          <Line label={t`Reserved for held clicks`}>
            <Money dollars={stats.held} />
          </Line>
        ) : null}
      </Lines>
    </Card>
  );
}

/** Whatever was reserved and is neither paid nor left was returned to the wallet. */
function returnedDollars({ reserved, spend, budgetRemaining }: CampaignStatsResponse): number {
  const kept = microsFromAmount(spend) + microsFromAmount(budgetRemaining);
  return dollarsFromMicros(microsFromAmount(reserved) - kept);
}
