import { useQuery } from "@tanstack/react-query";
import { ownCampaignsQuery } from "../../../queries/own-campaigns";
import { useUser } from "../../../session/session";
import { ButtonLink } from "../../../ui/button";
import { Empty } from "../../../ui/notices";
import { PageHeading } from "../../../ui/page-heading";
import { Spinner } from "../../../ui/spinner";
import { OwnCampaignCard } from "../own-campaign-card";

/** The developer's campaigns, or a hint for visitors who are not signed in. */
export function CampaignsOverview() {
  const user = useUser();
  return (
    <>
      <PageHeading title="Campaigns Page" lead="The campaigns that you have launched.">
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/campaigns">View all campaigns</ButtonLink>
          <ButtonLink to="/app/campaigns/create" variant="primary">
            Create Campaign
          </ButtonLink>
        </div>
      </PageHeading>
      {user ? (
        <OwnCampaigns />
      ) : (
        <Empty title="Your campaigns appear here once you are signed in." />
      )}
    </>
  );
}

function OwnCampaigns() {
  const { data: campaigns = [], isPending } = useQuery(ownCampaignsQuery);
  if (isPending) return <Spinner label="Loading campaigns" />;
  if (campaigns.length === 0) {
    return (
      <Empty title="You don't have any campaigns yet.">
        Start one to begin tracking performance.
      </Empty>
    );
  }
  return (
    <>
      <h2 className="sr-only">Campaigns</h2>
      <ul className="grid gap-6 md:grid-cols-2">
        {campaigns.map((campaign) => (
          <li key={campaign._id}>
            <OwnCampaignCard campaign={campaign} />
          </li>
        ))}
      </ul>
    </>
  );
}
