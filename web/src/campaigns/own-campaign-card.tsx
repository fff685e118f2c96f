import type { OwnCampaignResponse } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { useId } from "react";
import { rich } from "../language/rich";
import { ButtonLink } from "../ui/button";
import { Cover } from "../ui/campaigns";
import { Count, Line, Lines, Money, Receipt } from "../ui/figures";
import { formatDay } from "../ui/format";
import { ProgressBar } from "../ui/progress-bar";
import { CampaignStanding, clickThroughRate, percentUsed } from "./campaign-status-mark";

/** Summary of one of the developer's campaigns. */
export function OwnCampaignCard({ campaign }: { campaign: OwnCampaignResponse }) {
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
