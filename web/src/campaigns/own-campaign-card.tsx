import type { CampaignResponse, OwnCampaignResponse } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { type ReactNode, useId } from "react";
import { rich } from "../language/rich";
import { ButtonLink } from "../ui/button";
import { statusLabels } from "../ui/campaigns";
import { Cover } from "../ui/cover";
import { Count, Line, Lines, Money, Receipt } from "../ui/figures";
import { formatDay } from "../ui/format";
import { ProgressBar } from "../ui/spark-line";
import { Mark } from "../ui/stamp";

/** Percentage of the budget that is used: at most 100, and 0 without a budget. */
export function percentUsed(campaign: { budget: number; budgetUsed: number }): number {
  if (campaign.budget === 0) return 0;
  return Math.min(100, (campaign.budgetUsed / campaign.budget) * 100);
}

/** Clicks per impression in percent with two decimals, or `N/A` without impressions. */
export function clickThroughRate(campaign: { totalClicks: number; impressions: number }): string {
  if (campaign.impressions === 0) return t`N/A`;
  return `${((campaign.totalClicks / campaign.impressions) * 100).toFixed(2)}%`;
}

/** True if the campaign is active and its end date is in the future. */
export function isLive(campaign: { isActive: boolean; endDate: string }, now: Date): boolean {
  return campaign.isActive && new Date(campaign.endDate) > now;
}

type CampaignStandingProps = {
  campaign: Pick<CampaignResponse, "isActive" | "endDate" | "status">;
};

/** A LIVE mark, or the status that keeps a campaign from paying. Null if it has run out. */
export function CampaignStanding({ campaign }: CampaignStandingProps) {
  if (campaign.status === "ACTIVE" && !isLive(campaign, new Date())) return null;
  return (
    <p>
      {campaign.status === "ACTIVE" ? (
        <Mark tone="valid">{t`LIVE`}</Mark>
      ) : (
        <Mark tone="held">{statusLabels[campaign.status]}</Mark>
      )}
    </p>
  );
}

type OwnCampaignCardProps = { campaign: OwnCampaignResponse; children?: ReactNode };

/** Summary of one of the developer's campaigns; `children` are shown below its figures. */
export function OwnCampaignCard({ campaign, children }: OwnCampaignCardProps) {
  const titleId = useId();
  const percent = percentUsed(campaign);
  return (
    <Receipt className="h-full">
      <article aria-labelledby={titleId} className="flex h-full flex-col">
        <Cover
          cover={campaign.cover}
          sizes="(min-width: 1024px) 20rem, (min-width: 640px) 45vw, 90vw"
          className="mb-4"
        />
        <div className="flex flex-wrap items-start justify-between gap-3">
          <h3 id={titleId} className="min-w-0 break-words text-lg">
            {campaign.name}
          </h3>
          <CampaignStanding campaign={campaign} />
        </div>
        <div className="my-5">
          <div className="mb-1.5 flex justify-between gap-4">
            <span>{t`Budget used`}</span>
            <span>
              {rich`${<Money dollars={campaign.budgetUsed} />} of ${<Money dollars={campaign.budget} />}`}
            </span>
          </div>
          <ProgressBar percent={percent} label={t`Budget used by ${campaign.name}`} />
        </div>
        <Lines>
          <Line label={t`Clicks`}>
            <Count of={campaign.totalClicks} />
          </Line>
          <Line label="CTR">{clickThroughRate(campaign)}</Line>
          <Line label={t`End Date`}>{formatDay(campaign.endDate)}</Line>
        </Lines>
        {children}
        <div className="mt-auto pt-5">
          <ButtonLink
            to="/app/campaigns/$campaignId"
            params={{ campaignId: campaign._id }}
            aria-describedby={titleId}
          >
            {t`Manage`}
          </ButtonLink>
        </div>
      </article>
    </Receipt>
  );
}

/** Labels and hints of the limits, in the wizard and in the dialog. */
export const limitTexts = {
  dailyCap: {
    label: t`Per day (optional)`,
    hint: t`Dollars that the clicks of one day can spend. Days begin at midnight UTC.`,
  },
  creatorCap: {
    label: t`Per creator (optional)`,
    hint: t`Dollars that all clicks of one creator can spend.`,
  },
} as const;
