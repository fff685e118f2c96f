import type { JoinedCampaignResponse, ListedCampaign } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useDeferredValue, useState } from "react";
import {
  dashboardQuery,
  HUB_FAILURE,
  joinableQuery,
  joinedQuery,
  type MarketView,
} from "../queries/campaigns";
import { useLoadedInfiniteQuery } from "../queries/use-loaded-query";
import { Button } from "../ui/button";
import { Count, Money, StatStrip } from "../ui/figures";
import { JudgedUpTo } from "../ui/judged-up-to";
import { PageHeading, Part } from "../ui/layout";
import { SearchBox } from "../ui/search-box";
import { Tabs } from "../ui/tabs";
import { CampaignCard, CampaignGrid, CampaignOffer } from "./cards";
import { useJoinCampaign } from "./join-campaign";
import { MarketFilters, matchesName } from "./market-filters";
import { removeRepeats } from "./remove-repeats";
import { newcomersGuide, Start } from "./start-guide";

const UnsupportedCountry = lazy(async () => ({
  default: (await import("../policy/unsupported-country")).UnsupportedCountry,
}));

const CampaignDetails = lazy(async () => ({
  default: (await import("./campaign-details")).CampaignDetails,
}));

const DeployedCampaign = lazy(async () => ({
  default: (await import("./deployed-campaign")).DeployedCampaign,
}));

const JoinedCampaigns = lazy(async () => ({
  default: (await import("./joined-campaigns")).JoinedCampaigns,
}));

export type HubView = MarketView & { tab?: "mine"; campaign?: string };

type CreatorHubProps = {
  view: HubView;
  onChange: (view: HubView) => void;
  /** The campaign that the wizard deployed just now. */
  deployed: string | undefined;
};

export function CreatorHub({ view, onChange, deployed }: CreatorHubProps) {
  const { tab, campaign, ...market } = view;
  const { search = "", ...filters } = market;
  const onDetails = (id: string) => onChange({ ...view, campaign: id });
  const closed = { ...(tab ? { tab } : {}), ...market };

  return (
    <>
      <PageHeading
        title={t`Creator Hub`}
        lead={t`Join a campaign, share its link, get paid per valid click.`}
      />
      <Suspense>
        <UnsupportedCountry className="mb-6" />
      </Suspense>
      {deployed ? (
        <Suspense fallback={null}>
          <DeployedCampaign id={deployed} onClose={() => onChange(view)} />
        </Suspense>
      ) : (
        <Start guide={newcomersGuide()} onLinks={() => onChange({ tab: "mine" })} />
      )}
      <CreatorStats />
      <div className="mt-10">
        <Tabs
          label={t`Campaigns`}
          current={tab ?? "joinable"}
          onChange={(name) => onChange({ ...(name === "mine" ? { tab: name } : {}), ...market })}
          aside={
            <SearchBox
              label={t`Search campaigns`}
              initial={search}
              onSearch={(text) =>
                onChange({ ...(tab ? { tab } : {}), ...(text ? { search: text } : {}), ...filters })
              }
            />
          }
          tabs={[
            {
              name: "joinable",
              label: t`Joinable Campaigns`,
              content: () => (
                <HubPart>
                  <JoinableCampaigns view={market} onChange={onChange} onDetails={onDetails} />
                </HubPart>
              ),
            },
            {
              name: "mine",
              label: t`My Campaigns`,
              content: () => (
                <HubPart>
                  <JoinedCampaigns search={search} onDetails={onDetails} />
                </HubPart>
              ),
            },
          ]}
        />
      </div>
      {campaign ? (
        <Suspense fallback={null}>
          <CampaignDetails
            id={campaign}
            onClose={() => onChange(closed)}
            onViewJoined={() => onChange({ tab: "mine" })}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function HubPart({ children }: { children: ReactNode }) {
  return (
    <Part loading={t`Loading campaigns`} failure={HUB_FAILURE}>
      {children}
    </Part>
  );
}

const unknown = <span aria-hidden="true">…</span>;

function CreatorStats() {
  const { data: stats } = useQuery(dashboardQuery);
  return (
    <>
      <StatStrip
        stats={[
          {
            label: t`Total Earnings`,
            value: stats ? <Money dollars={stats.totalEarnings} /> : unknown,
          },
          { label: t`Total Clicks`, value: stats ? <Count of={stats.totalClicks} /> : unknown },
          { label: t`Active Links`, value: stats ? <Count of={stats.activeLinks} /> : unknown },
          {
            label: t`Pending Payout`,
            value: stats ? <Money dollars={stats.pendingPayout} /> : unknown,
          },
        ]}
      />
      <div className="mt-2 sm:text-right">
        <JudgedUpTo at={stats?.judgedUpTo} />
      </div>
    </>
  );
}

const JustJoinedCard = lazy(async () => ({
  default: (await import("./just-joined-card")).JustJoinedCard,
}));

type JoinableCampaignsProps = {
  view: MarketView;
  onChange: (view: MarketView) => void;
  onDetails: (id: string) => void;
};

function JoinableCampaigns({ view, onChange, onDetails }: JoinableCampaignsProps) {
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

// Not in the first load: most campaigns accept everybody.
const JoinTerms = lazy(async () => ({ default: (await import("./join-terms")).JoinTerms }));
const RequestJoin = lazy(async () => ({ default: (await import("./request-join")).RequestJoin }));

type JoinableCardProps = {
  campaign: ListedCampaign;
  joining: boolean;
  onJoin: () => void;
  onDetails: () => void;
};

function JoinableCard({ campaign, joining, onJoin, onDetails }: JoinableCardProps) {
  const { wanted, whoMayJoin, paysFor } = campaign;
  const isUsual =
    whoMayJoin === "everybody" &&
    !wanted.categories[0] &&
    !wanted.platforms[0] &&
    paysFor === "clicks";
  return (
    <CampaignCard
      campaign={campaign}
      onDetails={onDetails}
      action={(titleId) =>
        whoMayJoin === "approval" ? (
          <Suspense fallback={null}>
            <RequestJoin campaign={campaign} describedBy={titleId} />
          </Suspense>
        ) : (
          <Button
            variant="primary"
            aria-describedby={titleId}
            aria-disabled={joining}
            onClick={joining ? undefined : onJoin}
          >
            {joining ? t`Joining...` : t`Join campaign`}
          </Button>
        )
      }
    >
      <CampaignOffer campaign={campaign} />
      {isUsual ? null : (
        <Suspense fallback={null}>
          <JoinTerms campaign={campaign} />
        </Suspense>
      )}
    </CampaignCard>
  );
}

/** Where a campaign stood in the list when the user joined it. */
type Place = { id: string; index: number };

/** Puts campaigns that the user joined in this list back to where they stood. */
function keepPlaces(
  joinable: readonly ListedCampaign[],
  joined: readonly JoinedCampaignResponse[],
  places: readonly Place[],
): (ListedCampaign | JoinedCampaignResponse)[] {
  const items: (ListedCampaign | JoinedCampaignResponse)[] = [...joinable];
  for (const { id, index } of places.toSorted((a, b) => a.index - b.index)) {
    const campaign = joined.find(({ _id }) => _id === id);
    if (campaign && !items.includes(campaign)) items.splice(index, 0, campaign);
  }
  return items;
}
