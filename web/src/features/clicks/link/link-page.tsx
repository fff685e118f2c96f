import type { SeriesStep } from "@fairclick/core/clicks/stats-series-schema";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { joinedQuery } from "../../../queries/campaigns";
import { linkSeriesQuery } from "../../../queries/clicks";
import { ButtonLink } from "../../../ui/button";
import { LinkNotice } from "../../../ui/campaigns/link-notice";
import { ClicksOverTime } from "../../../ui/clicks/clicks-over-time";
import { Money } from "../../../ui/figure";
import { Empty, Failure } from "../../../ui/notices";
import { PageHeading } from "../../../ui/page-heading";
import { Spinner } from "../../../ui/spinner";
import { LinkInsight } from "../conversions/link-insight";
import { OverTime } from "../conversions/over-time";
import { ClickOrigins } from "../origins/click-origins";
import { LinkClicks } from "./link-clicks";
import { LinkReceipt } from "./link-receipt";
import { YourLink } from "./your-link";

type LinkPageProps = {
  campaignId: string;
  step: SeriesStep;
  onStep: (step: SeriesStep) => void;
};

/** A creator's own link: how to pass it on, and what becomes of every click. */
export function LinkPage({ campaignId, step, onStep }: LinkPageProps) {
  const joined = useQuery(joinedQuery);
  const series = useQuery(linkSeriesQuery(campaignId, step));
  if (!joined.data) {
    return joined.isError ? (
      <Failure message="This link could not be loaded." onRetry={() => void joined.refetch()} />
    ) : (
      <Spinner label="Loading link" />
    );
  }
  const campaign = joined.data.find(({ _id }) => _id === campaignId);
  if (!campaign) {
    return (
      <Empty
        title="You have no link for this campaign."
        action={<ButtonLink to="/app/creator-hub">Creator Hub</ButtonLink>}
      >
        Join it first, then its link and its clicks stand here.
      </Empty>
    );
  }
  return (
    <>
      <p className="mb-2">
        <Link to="/app/creator-hub" search={{ tab: "mine" }}>
          My Campaigns
        </Link>
      </p>
      <PageHeading
        title={campaign.name}
        lead={
          <>
            <Money dollars={campaign.payoutPerClick} /> per valid click
          </>
        }
      />
      <LinkNotice campaign={campaign} />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <YourLink campaign={campaign} />
        <LinkReceipt campaign={campaign} />
      </div>
      <div className="mt-6 grid grid-cols-1 gap-6">
        <LinkInsight campaignId={campaignId} />
        <LinkClicks key={campaignId} campaignId={campaignId} />
        <ClicksOverTime
          step={step}
          onStep={onStep}
          series={series.data}
          failed={series.isError}
          onRetry={() => void series.refetch()}
        />
        {series.data ? <OverTime series={series.data} /> : null}
        <ClickOrigins scope={{ campaignId, of: "link" }} step={step} />
      </div>
    </>
  );
}
