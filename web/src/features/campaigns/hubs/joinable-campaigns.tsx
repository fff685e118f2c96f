import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useDeferredValue, useState } from "react";
import { joinableQuery, joinedQuery } from "../../../queries/campaigns";
import type { MarketView } from "../../../queries/market-view";
import { useLoadedInfiniteQuery } from "../../../queries/use-loaded-query";
import { Button } from "../../../ui/button";
import { CampaignGrid } from "../campaign-grid";
import { MarketFilters } from "../market-filters";
import { matchesName } from "../matches-name";
import { removeRepeats } from "../remove-repeats";
import { useJoinCampaign } from "./join-campaign";
import { JoinableCard } from "./joinable-card";
import { keepPlaces, type Place } from "./keep-places";

const JustJoinedCard = lazy(async () => ({
  default: (await import("./just-joined-card")).JustJoinedCard,
}));

type JoinableCampaignsProps = {
  view: MarketView;
  onChange: (view: MarketView) => void;
  onDetails: (id: string) => void;
};

export function JoinableCampaigns({ view, onChange, onDetails }: JoinableCampaignsProps) {
  const { search = "", ...filters } = view;
  // While a new search loads, the campaigns found before stay.
  const joinable = useLoadedInfiniteQuery(joinableQuery(useDeferredValue(view)));
  const { data: joined = [] } = useQuery(joinedQuery);
  const join = useJoinCampaign();
  const [places, setPlaces] = useState<Place[]>([]);
  const joinedIds = new Set(joined.map((campaign) => campaign._id));
  const campaigns = removeRepeats(joinable.data.pages.flatMap((page) => page.data)).filter(
    (campaign) => !joinedIds.has(campaign._id) && matchesName(campaign, search),
  );

  return (
    <div>
      <MarketFilters view={view} onChange={onChange} isSignedIn />
      <CampaignGrid
        items={keepPlaces(campaigns, joined, places)}
        emptyNote={noneFound(search, Object.keys(filters).length > 0)}
        render={(campaign, index) =>
          "redirectLink" in campaign ? (
            <Suspense key={campaign._id} fallback={null}>
              <JustJoinedCard campaign={campaign} onDetails={() => onDetails(campaign._id)} />
            </Suspense>
          ) : (
            <JoinableCard
              key={campaign._id}
              campaign={campaign}
              joining={join.isPending && join.variables === campaign._id}
              onJoin={() => {
                setPlaces((taken) => [...taken, { id: campaign._id, index }]);
                join.mutate(campaign._id);
              }}
              onDetails={() => onDetails(campaign._id)}
            />
          )
        }
      />
      {joinable.hasNextPage ? (
        <div className="mt-8 text-center">
          <Button
            disabled={joinable.isFetchingNextPage}
            onClick={() => void joinable.fetchNextPage()}
          >
            {joinable.isFetchingNextPage ? t`Loading...` : t`Show more campaigns`}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function noneFound(search: string, isFiltered: boolean): string {
  if (isFiltered) return t`No campaign matches what you chose above. Choose less.`;
  if (search) return t`No joinable campaign is called “${search}”.`;
  return t`New campaigns appear here. Say in your profile what you make, and we show what fits.`;
}
