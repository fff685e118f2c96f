import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { rich } from "../../../language/rich";
import { joinedQuery } from "../../../queries/campaigns";
import { linkSeriesBeforeQuery, linkSeriesQuery } from "../../../queries/clicks";
import type { Period, Range } from "../../../queries/series-window";
import { useLoadedQuery } from "../../../queries/use-loaded-query";
import { ButtonLink } from "../../../ui/button";
import { LimitsNote } from "../../../ui/campaigns/limits-note";
import { LinkNotice } from "../../../ui/campaigns/link-notice";
import { NextPrice } from "../../../ui/campaigns/next-price";
import { ClicksFigure } from "../../../ui/clicks/clicks-figure";
import { ClicksOverTime } from "../../../ui/clicks/clicks-over-time";
import { PeriodSums } from "../../../ui/clicks/period-sums";
import { Money } from "../../../ui/figure";
import { Empty } from "../../../ui/notices";
import { PageHeading } from "../../../ui/page-heading";
import { LinkInsight } from "../conversions/link-insight";
import { OverTime } from "../conversions/over-time";
import { ClickOrigins } from "../origins/click-origins";
import { LinkClicks } from "./link-clicks";
import { LinkReceipt } from "./link-receipt";
import { LinkReview } from "./link-review";
import { YourLink } from "./your-link";

type LinkPageProps = {
  campaignId: string;
  range: Range;
  onRange: (range: Range) => void;
};

/** A creator's link: ways to share it, its clicks and what they earned. */
export function LinkPage({ campaignId, range, onRange }: LinkPageProps) {
  const { data: joined } = useLoadedQuery(joinedQuery);
  const campaign = joined.find(({ _id }) => _id === campaignId);
  if (!campaign) {
    return (
      <Empty
        title={t`You have no link for this campaign.`}
        action={<ButtonLink to="/app/creator-hub">{t`Creator Hub`}</ButtonLink>}
      >
        {t`Join it first. Its link and its clicks then appear here.`}
      </Empty>
    );
  }
  const period = { range, begin: campaign.joinedAt };
  return (
    <>
      <p className="mb-2">
        <Link to="/app/creator-hub" search={{ tab: "mine" }}>
          {t`My Campaigns`}
        </Link>
      </p>
      <PageHeading
        title={campaign.name}
        lead={rich`${<Money dollars={campaign.payoutPerClick} />} per valid click`}
      />
      <LinkNotice campaign={campaign} />
      <NextPrice campaign={campaign} />
      <LimitsNote limits={campaign.limits} />
      <LinkReview campaignId={campaignId} />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 lg:items-start">
        <YourLink campaign={campaign} />
        <LinkReceipt campaign={campaign} />
      </div>
      <div className="mt-6 grid grid-cols-1 gap-6">
        <LinkClicks key={campaignId} campaignId={campaignId} />
        <ClicksOverTime range={range} onRange={onRange}>
          <LinkClicksFigure campaignId={campaignId} period={period} />
        </ClicksOverTime>
        <ClickOrigins scope={{ campaignId, of: "link" }} period={period} />
        <LinkInsight campaignId={campaignId} />
        <LinkOverTime campaignId={campaignId} period={period} />
      </div>
    </>
  );
}

type OfPeriod = { campaignId: string; period: Period };

function LinkClicksFigure({ campaignId, period }: OfPeriod) {
  const { data: series } = useLoadedQuery(linkSeriesQuery(campaignId, period));
  const { data: before } = useQuery(linkSeriesBeforeQuery(campaignId, period));
  return (
    <>
      <PeriodSums range={period.range} series={series} before={before} />
      <ClicksFigure series={series} />
    </>
  );
}

function LinkOverTime({ campaignId, period }: OfPeriod) {
  const { data: series } = useQuery(linkSeriesQuery(campaignId, period));
  return series ? <OverTime series={series} /> : null;
}
