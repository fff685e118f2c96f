import { useQuery, useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { joinableQuery, joinedQuery } from "../../../queries/campaigns";
import { Button } from "../../../ui/button";
import { CampaignGrid } from "../campaign-grid";
import { matchesName } from "../matches-name";
import { useJoinCampaign } from "./join-campaign";
import { JoinableCard } from "./joinable-card";

type JoinableCampaignsProps = { search: string; onDetails: (id: string) => void };

export function JoinableCampaigns({ search, onDetails }: JoinableCampaignsProps) {
  // While a new search loads, the campaigns found before stay.
  const joinable = useSuspenseInfiniteQuery(joinableQuery(useDeferredValue(search)));
  const { data: joined = [] } = useQuery(joinedQuery);
  const join = useJoinCampaign();
  const joinedIds = new Set(joined.map((campaign) => campaign._id));
  const campaigns = joinable.data.pages
    .flatMap((page) => page.data)
    .filter((campaign) => !joinedIds.has(campaign._id) && matchesName(campaign, search));

  return (
    <>
      <CampaignGrid
        items={campaigns}
        emptyNote={search ? `No joinable campaign is called “${search}”.` : null}
        render={(campaign) => (
          <JoinableCard
            key={campaign._id}
            campaign={campaign}
            onJoin={() => join.mutate(campaign._id)}
            onDetails={() => onDetails(campaign._id)}
          />
        )}
      />
      {joinable.hasNextPage ? (
        <div className="mt-8 text-center">
          <Button
            disabled={joinable.isFetchingNextPage}
            onClick={() => void joinable.fetchNextPage()}
          >
            {joinable.isFetchingNextPage ? "Loading..." : "Show more campaigns"}
          </Button>
        </div>
      ) : null}
    </>
  );
}
