import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useDeferredValue, useState } from "react";
import { type Fit, joinableQuery, joinedQuery } from "../../../queries/campaigns";
import { useLoadedInfiniteQuery } from "../../../queries/use-loaded-query";
import { Button } from "../../../ui/button";
import { CampaignGrid } from "../campaign-grid";
import { matchesName } from "../matches-name";
import { useJoinCampaign } from "./join-campaign";
import { JoinableCard } from "./joinable-card";
import { keepPlaces, type Place } from "./keep-places";

const JustJoinedCard = lazy(async () => ({
  default: (await import("./just-joined-card")).JustJoinedCard,
}));

type JoinableCampaignsProps = {
  search: string;
  fit: Fit | undefined;
  onFit: (fit: Fit | undefined) => void;
  onDetails: (id: string) => void;
};

const orders: { label: string; value: Fit | undefined }[] = [
  { label: "Newest first", value: undefined },
  { label: "Best fit first", value: "first" },
  { label: "Only those I can join", value: "only" },
];

export function JoinableCampaigns({ search, fit, onFit, onDetails }: JoinableCampaignsProps) {
  // While a new search loads, the campaigns found before stay.
  const joinable = useLoadedInfiniteQuery(
    joinableQuery(useDeferredValue(search), useDeferredValue(fit)),
  );
  const { data: joined = [] } = useQuery(joinedQuery);
  const join = useJoinCampaign();
  const [places, setPlaces] = useState<Place[]>([]);
  const joinedIds = new Set(joined.map((campaign) => campaign._id));
  const campaigns = joinable.data.pages
    .flatMap((page) => page.data)
    .filter((campaign) => !joinedIds.has(campaign._id) && matchesName(campaign, search));

  return (
    <div>
      <div className="mb-4 flex flex-wrap gap-2">
        {orders.map(({ label, value }) => (
          <button
            key={label}
            type="button"
            className="chip"
            aria-pressed={fit === value}
            onClick={() => onFit(value)}
          >
            {label}
          </button>
        ))}
      </div>
      <CampaignGrid
        items={keepPlaces(campaigns, joined, places)}
        emptyNote={search ? `No joinable campaign is called “${search}”.` : null}
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
            {joinable.isFetchingNextPage ? "Loading..." : "Show more campaigns"}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
