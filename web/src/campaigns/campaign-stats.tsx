import { dollarsFromMicros } from "@fairclick/core/amounts";
import type { ListedCampaign, OwnCampaignResponse } from "@fairclick/core/campaigns/campaign";
import { describeBudgetLasts } from "@fairclick/core/campaigns/estimates";
import { categoryName } from "@fairclick/core/clicks/category-names";
import type { Verdict } from "@fairclick/core/clicks/signal";
import type { CampaignStatsResponse } from "@fairclick/core/clicks/stats";
import { t } from "@fairclick/core/language/t";
import { rich } from "../language/rich";
import { PaidClicks } from "../ui/clicks";
import { Count, CountLine, Line, Lines, Money, MoneyLine, Stamp, Total } from "../ui/figures";
import { microsFromAmount, validShare } from "../ui/format";
import { Card } from "../ui/layout";
import { clickThroughRate } from "./campaign-status";

type CampaignReceiptProps = {
  campaign: Pick<
    OwnCampaignResponse,
    "budget" | "payoutPerClick" | "status" | "totalClicks" | "impressions"
  >;
  stats: CampaignStatsResponse;
};

/** The budget of a campaign: reserved, paid and left. */
export function CampaignReceipt({ campaign, stats }: CampaignReceiptProps) {
  const returned = returnedDollars(stats);
  return (
    <Card title={t`Budget`}>
      <Lines>
        {stats.reserved > 0 ? (
          <MoneyLine label={t`Reserved`} dollars={stats.reserved} />
        ) : (
          <MoneyLine label={t`Budget, not reserved`} dollars={campaign.budget} />
        )}
        <Line
          label={
            <span>
              {rich`To creators: ${<PaidClicks clicks={stats.clicks.valid} perClick={campaign.payoutPerClick} dollars={stats.paid} />}`}
            </span>
          }
        >
          <Money dollars={stats.paid} />
        </Line>
        {stats.fees > 0 ? <MoneyLine label={t`Fairclick's fee`} dollars={stats.fees} /> : null}
        {returned > 0 ? <MoneyLine label={t`Returned to your wallet`} dollars={returned} /> : null}
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
        <MoneyLine label={t`Reserved for pending clicks`} dollars={stats.pending} />
        {stats.held > 0 ? (
          <MoneyLine label={t`Reserved for held clicks`} dollars={stats.held} />
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

type CampaignStripProps = { campaign: ListedCampaign; stats: CampaignStatsResponse };

/** What is left of the budget as a ring, with how long it lasts. */
export function BudgetLeft({ campaign, stats }: CampaignStripProps) {
  const { budget, status } = campaign;
  const left = status === "AWAITING_FUNDS" ? budget : stats.budgetRemaining;
  const percent = budget === 0 ? 0 : Math.min(100, Math.max(0, (left / budget) * 100));
  const lasts = describeBudgetLasts(campaign, new Date());
  return (
    <div className="flex min-w-0 items-center gap-5">
      <BudgetRing percent={percent} />
      <div className="min-w-0">
        <p className="font-bold text-2xl">
          <Money dollars={left} rounded />
        </p>
        <p className="text-soft">
          {status === "AWAITING_FUNDS"
            ? t`Not paid yet`
            : rich`left of ${<Money dollars={budget} rounded />}`}
        </p>
        {lasts === null || status === "AWAITING_FUNDS" ? null : (
          <p className="text-sm">{t`Budget lasts: ${lasts}`}</p>
        )}
      </div>
    </div>
  );
}

function BudgetRing({ percent }: { percent: number }) {
  const whole = Math.round(percent);
  const circle = { cx: 22, cy: 22, r: 18, fill: "none", strokeWidth: 7 };
  return (
    <div
      role="img"
      aria-label={t`${whole}% of the budget left`}
      className="relative grid size-28 shrink-0 place-items-center"
    >
      <svg viewBox="0 0 44 44" aria-hidden="true" className="absolute inset-0 -rotate-90">
        <circle {...circle} className="stroke-rule" />
        {percent > 0 ? (
          <>
            <circle
              {...circle}
              className="stroke-ink"
              pathLength={100}
              strokeDasharray={`${percent} 100`}
            />
            <circle
              {...circle}
              strokeWidth={4}
              className="stroke-marker"
              pathLength={100}
              strokeDasharray={`${percent} 100`}
            />
          </>
        ) : null}
      </svg>
      <span aria-hidden="true" className="font-bold font-figures text-lg">
        {whole}%
      </span>
    </div>
  );
}

const order: Verdict[] = ["valid", "invalid", "held", "unpaid", "pending"];

/** Clicks by verdict, with the reasons of those that were not paid. */
export function VerdictReceipt({ stats }: { stats: CampaignStatsResponse }) {
  return (
    <Card title={t`Clicks`}>
      <div className="space-y-3">
        {order.map((verdict) => (
          <div key={verdict}>
            <Lines>
              <CountLine label={<Stamp verdict={verdict} />} count={stats.clicks[verdict]} />
            </Lines>
            <Lines className="pl-5 text-sm">
              {stats.reasons
                .filter((reason) => reason.verdict === verdict && reason.category !== "")
                .map((reason) => (
                  <Line key={reason.category} label={categoryName(reason.category)}>
                    <Count of={reason.clicks} />
                  </Line>
                ))}
            </Lines>
          </div>
        ))}
        <Lines>
          <Line label={t`Counted, of the judged clicks`}>{validShare(stats.clicks)}</Line>
        </Lines>
      </div>
    </Card>
  );
}
