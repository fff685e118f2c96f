import { dollarsFromMicros } from "@fairclick/core/amounts";
import type {
  CampaignResponse,
  ListedCampaign,
  OwnCampaignResponse,
} from "@fairclick/core/campaigns/campaign";
import { describeBudgetLasts } from "@fairclick/core/campaigns/estimates";
import { categoryName } from "@fairclick/core/clicks/category-names";
import type { Verdict } from "@fairclick/core/clicks/signal";
import type { CampaignStatsResponse, SeriesResponse } from "@fairclick/core/clicks/stats";
import { plural, t } from "@fairclick/core/language/t";
import { useMutation, useQuery } from "@tanstack/react-query";
import { errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { rich } from "../language/rich";
import { campaignSeriesBeforeQuery, campaignSeriesQuery } from "../queries/own-campaigns";
import { type Period, type Range, windowSince } from "../queries/series-window";
import { useLoadedQuery } from "../queries/use-loaded-query";
import { PaidClicks } from "../ui/clicks";
import { ClicksFigure, ClicksOverTime, PeriodSums } from "../ui/clicks-over-time";
import { Count, Line, Lines, Money, Stamp, StatStrip, Total } from "../ui/figures";
import { microsFromAmount, saveFile, validShare } from "../ui/format";
import { Card } from "../ui/layout";
import { notify } from "../ui/notify";
import { clickThroughRate } from "./campaign-status-mark";

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
              {rich`To creators: ${<PaidClicks clicks={stats.clicks.valid} perClick={campaign.payoutPerClick} dollars={stats.paid} />}`}
            </span>
          }
        >
          <Money dollars={stats.paid} />
        </Line>
        {stats.fees > 0 ? (
          <Line label={t`Fairclick's fee`}>
            <Money dollars={stats.fees} />
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

type CampaignSeriesProps = {
  campaign: CampaignResponse;
  range: Range;
  onRange: (range: Range) => void;
};

export function CampaignSeries({ campaign, range, onRange }: CampaignSeriesProps) {
  return (
    <ClicksOverTime range={range} onRange={onRange}>
      <Figure id={campaign._id} period={{ range, begin: campaign.startDate }} />
    </ClicksOverTime>
  );
}

function Figure({ id, period }: { id: string; period: Period }) {
  const { data: series } = useLoadedQuery(campaignSeriesQuery(id, period));
  const { data: before } = useQuery(campaignSeriesBeforeQuery(id, period));
  return (
    <>
      <PeriodSums range={period.range} series={series} before={before} />
      <ClicksFigure series={series} />
    </>
  );
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

/** Spend and clicks. */
export function CampaignStrip({ stats }: Omit<CampaignStripProps, "campaign">) {
  const { costPerClick, clicks } = stats;
  return (
    <StatStrip
      stats={[
        {
          label: t`Spend`,
          value: <Money dollars={stats.spend} />,
          note:
            stats.fees > 0
              ? rich`${<Money dollars={stats.paid} />} to creators, ${<Money dollars={stats.fees} />} fee`
              : t`paid to creators`,
        },
        {
          label: t`Cost per click`,
          value: costPerClick === null ? t`N/A` : <Money dollars={costPerClick} />,
          note: t`valid ones`,
        },
        {
          label: t`Clicks`,
          value: <Count of={clicks.total} />,
          note: plural(clicks.pending, "# pending", "# pending"),
        },
        { label: t`Counted`, value: validShare(clicks), note: t`of the judged clicks` },
      ]}
    />
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
              <Line label={<Stamp verdict={verdict} />}>
                <Count of={stats.clicks[verdict]} />
              </Line>
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
      </div>
    </Card>
  );
}

const HEADER = "day,valid,invalid,held,unpaid,pending,paid_usd,impressions,conversions";

/** CSV with one line per day, oldest first, in the viewer's time zone. */
export function daysCsv(points: SeriesResponse["points"]): string {
  const lines = points.map(({ at, valid, invalid, held, unpaid, pending, spend, ...seen }) =>
    [
      ...[localDay(new Date(at)), valid, invalid, held, unpaid, pending, spend],
      ...[seen.impressions, seen.conversions],
    ].join(","),
  );
  return `${[HEADER, ...lines].join("\r\n")}\r\n`;
}

function localDay(at: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

const LONGEST_DAYS = 399;

/** Downloads all days of a campaign that the server keeps. */
export function useDownloadDays({ _id: id, startDate }: CampaignResponse) {
  return useMutation({
    mutationFn: async () => {
      const now = new Date();
      const kept = now.getTime() - LONGEST_DAYS * 86_400_000;
      const from = new Date(Math.min(now.getTime() - 1, Math.max(kept, Date.parse(startDate))));
      const query = windowSince(from, "day", now);
      const answer = await readAnswer(
        api.campaigns[":id"].stats.series.$get({ param: { id }, query }),
      );
      const csv = daysCsv(answer.data.points);
      saveFile(`fairclick-days-${id}.csv`, new Blob([csv], { type: "text/csv" }));
    },
    onError: (error) => notify.error(errorMessage(error, t`Failed to download the days.`)),
  });
}
