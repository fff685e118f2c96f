import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { messageOf } from "../../api/answer";
import { formatDay } from "../../ui/day";
import { Money } from "../../ui/figure";
import { Failure } from "../../ui/notices";
import { PageHeading } from "../../ui/page-heading";
import { ProgressBar } from "../../ui/progress-bar";
import { Spinner } from "../../ui/spinner";
import { LinksTable } from "../links/links-table";
import { CampaignActions } from "./campaign-actions";
import { percentUsed } from "./campaign-figures";
import { campaignQuery, campaignStatsQuery } from "./campaign-queries";
import { CampaignReceipt } from "./campaign-receipt";
import { CampaignStanding } from "./campaign-standing";
import { VerdictReceipt } from "./verdict-receipt";

/** A developer's own campaign. */
export function CampaignPage({ id }: { id: string }) {
  const campaign = useQuery(campaignQuery(id));
  const stats = useQuery(campaignStatsQuery(id));
  if (!campaign.data || !stats.data) {
    const error = campaign.error ?? stats.error;
    return error ? (
      <Failure
        message={messageOf(error, "This campaign could not be loaded.")}
        onRetry={() => void Promise.all([campaign.refetch(), stats.refetch()])}
      />
    ) : (
      <Spinner label="Loading campaign" />
    );
  }
  const { name, startDate, endDate, payoutPerClick } = campaign.data;
  return (
    <>
      <p className="mb-2">
        <Link to="/app/campaigns">All your campaigns</Link>
      </p>
      <PageHeading
        title={name}
        lead={
          <>
            <Money dollars={payoutPerClick} /> per click, {formatDay(startDate)} to{" "}
            {formatDay(endDate)}
          </>
        }
      >
        <CampaignActions campaign={campaign.data} />
      </PageHeading>
      <div className="mb-6 flex flex-wrap items-center gap-4">
        <CampaignStanding campaign={campaign.data} />
        <div className="min-w-56 flex-1">
          <ProgressBar percent={percentUsed(campaign.data)} label="Budget used" />
        </div>
      </div>
      <div className="grid gap-6 lg:grid-cols-2">
        <CampaignReceipt campaign={campaign.data} stats={stats.data} />
        <VerdictReceipt stats={stats.data} />
      </div>
      <section aria-labelledby="links" className="mt-12">
        <h2 id="links" className="mb-4 text-xl">
          Links
        </h2>
        <LinksTable campaignId={id} />
      </section>
    </>
  );
}
