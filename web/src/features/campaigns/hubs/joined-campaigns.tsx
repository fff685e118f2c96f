import { t } from "@fairclick/core/language/t";
import { joinedQuery } from "../../../queries/campaigns";
import { useLoadedQuery } from "../../../queries/use-loaded-query";
import { ButtonLink } from "../../../ui/button";
import { CampaignGrid } from "../campaign-grid";
import { matchesName } from "../matches-name";
import { JoinedCard } from "./joined-card";

type JoinedCampaignsProps = { search: string; onDetails: (id: string) => void };

export function JoinedCampaigns({ search, onDetails }: JoinedCampaignsProps) {
  const { data: joined } = useLoadedQuery(joinedQuery);
  return (
    <CampaignGrid
      items={joined.filter((campaign) => matchesName(campaign, search))}
      emptyNote={
        search
          ? t`None of your campaigns is called “${search}”.`
          : t`Campaigns that you join appear here, each with its link and its receipt.`
      }
      emptyAction={
        search ? null : <ButtonLink to="/app/creator-hub">{t`Find a campaign`}</ButtonLink>
      }
      render={(campaign) => (
        <JoinedCard
          key={campaign._id}
          campaign={campaign}
          onDetails={() => onDetails(campaign._id)}
        />
      )}
    />
  );
}
