import type { JoinedCampaignResponse, ListedCampaign } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { useQuery, useQueryClient, useSuspenseInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useRef, useState } from "react";
import {
  dashboardQuery,
  HUB_FAILURE,
  joinableQuery,
  joinedQuery,
  type MarketView,
  readMarketView,
} from "../queries/campaigns";
import { useLoadedView } from "../queries/use-loaded-view";
import { Button, MoreButton } from "../ui/button";
import { Count, Money, StatStrip } from "../ui/figures";
import { JudgedUpTo } from "../ui/judged-up-to";
import { PageHeading, Part } from "../ui/layout";
import { lazyPart } from "../ui/lazy-part";
import { SearchBox } from "../ui/search-box";
import { Tabs } from "../ui/tabs";
import { CampaignCard, CampaignGrid, CampaignOffer, matchesName, removeRepeats } from "./cards";
import { useJoinCampaign } from "./join-campaign";
import { Start } from "./start-guide";

const PayoutLimits = lazyPart(async () => (await import("../policy/facts")).PayoutLimits);

const MarketFilters = lazyPart(async () => (await import("./market-filters")).MarketFilters);

const CampaignDetails = lazyPart(async () => (await import("./campaign-details")).CampaignDetails);

const DeployedCampaign = lazyPart(
  async () => (await import("./deployed-campaign")).DeployedCampaign,
);

const JoinedCampaigns = lazyPart(async () => (await import("./joined-campaigns")).JoinedCampaigns);

export type HubView = MarketView & { tab?: "mine"; campaign?: string };

type CreatorHubProps = {
  view: HubView;
  onChange: (view: HubView) => void;
  /** The campaign that the wizard deployed just now. */
  deployed: string | undefined;
};

export function CreatorHub({ view, onChange, deployed }: CreatorHubProps) {
  const { tab, campaign, ...market } = view;
  const { search, ...others } = view;
  const onDetails = (id: string) => onChange({ ...view, campaign: id });
  const closed = { ...(tab ? { tab } : {}), ...market };
  const onSearch = (text: string) => onChange({ ...others, ...(text ? { search: text } : {}) });

  return (
    <>
      <PageHeading title={t`Creator Hub`} />
      <Suspense>
        <PayoutLimits className="mb-6" />
      </Suspense>
      {deployed ? (
        <Suspense fallback={null}>
          <DeployedCampaign id={deployed} />
        </Suspense>
      ) : (
        <Start onLinks={tab === "mine" ? null : () => onChange({ tab: "mine" })} />
      )}
      <CreatorStats />
      <Tabs
        label={t`Campaigns`}
        current={tab ?? "joinable"}
        onChange={(name) => onChange({ ...(name === "mine" ? { tab: name } : {}), ...market })}
        tabs={[
          {
            name: "joinable",
            label: t`Joinable Campaigns`,
            content: () => (
              <HubPart>
                <JoinableCampaigns
                  view={market}
                  onChange={onChange}
                  onSearch={onSearch}
                  onDetails={onDetails}
                />
              </HubPart>
            ),
          },
          {
            name: "mine",
            label: t`My Campaigns`,
            content: () => (
              <HubPart>
                <JoinedCampaigns search={search} onSearch={onSearch} onDetails={onDetails} />
              </HubPart>
            ),
          },
        ]}
      />
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

/** The figures of who has joined a campaign. The first join shows none, which would push its link away. */
function CreatorStats() {
  const { data: stats } = useQuery(dashboardQuery);
  const isFirst = useRef(false);
  isFirst.current ||= stats?.activeLinks === 0;
  if (!stats || (stats.totalClicks === 0 && (isFirst.current || stats.activeLinks === 0)))
    return null;
  return (
    <div className="mb-8">
      <StatStrip
        stats={[
          { label: t`Total Earnings`, value: <Money dollars={stats.totalEarnings} /> },
          { label: t`Total Clicks`, value: <Count of={stats.totalClicks} /> },
          { label: t`Active Links`, value: <Count of={stats.activeLinks} /> },
          { label: t`Pending Payout`, value: <Money dollars={stats.pendingPayout} /> },
        ]}
      />
      {stats.totalClicks > 0 ? (
        <div className="mt-2 sm:text-right">
          <JudgedUpTo at={stats.judgedUpTo} />
        </div>
      ) : null}
    </div>
  );
}

const TellMe = lazyPart(async () => (await import("./tell-me")).TellMe);

const JustJoinedCard = lazyPart(async () => (await import("./just-joined-card")).JustJoinedCard);

type JoinableCampaignsProps = {
  view: MarketView;
  onChange: (view: MarketView) => void;
  onSearch: (text: string) => void;
  onDetails: (id: string) => void;
};

function JoinableCampaigns({ view, onChange, onSearch, onDetails }: JoinableCampaignsProps) {
  const { search = "", ...filters } = readMarketView(view);
  const queryClient = useQueryClient();
  const shown = useLoadedView(view, (next) =>
    queryClient.prefetchInfiniteQuery(joinableQuery(next)),
  );
  const joinable = useSuspenseInfiniteQuery(joinableQuery(shown));
  const { data: joined = [] } = useQuery(joinedQuery);
  const { join, isPending, variables } = useJoinCampaign();
  const [places, setPlaces] = useState<Place[]>([]);
  const joinedIds = new Set(joined.map((campaign) => campaign._id));
  const campaigns = removeRepeats(joinable.data.pages.flatMap((page) => page.data)).filter(
    (campaign) => !joinedIds.has(campaign._id) && matchesName(campaign, search),
  );

  const isFiltered = Object.keys(filters).length > 0;

  return (
    <div>
      {joinable.data.pages[0]?.data.length || search || isFiltered ? (
        <FindCampaigns view={view} onChange={onChange} onSearch={onSearch} />
      ) : null}
      <CampaignGrid
        items={keepPlaces(campaigns, joined, places)}
        emptyNote={noneFound(search, isFiltered)}
        emptyAction={
          search || isFiltered ? null : (
            <Suspense fallback={null}>
              <TellMe />
            </Suspense>
          )
        }
        render={(campaign, index) =>
          "redirectLink" in campaign ? (
            <Suspense key={campaign._id} fallback={null}>
              <JustJoinedCard campaign={campaign} onDetails={() => onDetails(campaign._id)} />
            </Suspense>
          ) : (
            <JoinableCard
              key={campaign._id}
              campaign={campaign}
              joining={isPending && variables === campaign._id}
              onJoin={() => {
                setPlaces((taken) => [...taken, { id: campaign._id, index }]);
                void join(campaign._id);
              }}
              onDetails={() => onDetails(campaign._id)}
            />
          )
        }
      />
      <MoreButton list={joinable} label={t`Show more campaigns`} />
    </div>
  );
}

type FindCampaignsProps = Omit<JoinableCampaignsProps, "onDetails">;

/** The search, and the filters behind one button. */
function FindCampaigns({ view, onChange, onSearch }: FindCampaignsProps) {
  const { search = "", ...filters } = readMarketView(view);
  const [isOpen, setOpen] = useState(false);
  const chosen = Object.keys(filters).length;
  return (
    <div className="mb-4">
      <div className="flex gap-2">
        <SearchBox label={t`Search campaigns`} initial={search} onSearch={onSearch} />
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {chosen === 0 ? t`Filters` : t`Filters (${chosen})`}
        </Button>
      </div>
      {isOpen ? (
        <Suspense fallback={null}>
          <MarketFilters view={view} onChange={onChange} />
        </Suspense>
      ) : null}
    </div>
  );
}

function noneFound(search: string, isFiltered: boolean): string {
  if (isFiltered) return t`No campaign matches what you chose above. Choose less.`;
  if (search) return t`No joinable campaign is called “${search}”. Your own are not in this list.`;
  return t`New campaigns appear here. Say in your profile what you make, and we show what fits.`;
}

// Not in the first load: most campaigns accept everybody.
const JoinTerms = lazyPart(async () => (await import("./request-join")).JoinTerms);
const RequestJoin = lazyPart(async () => (await import("./request-join")).RequestJoin);

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
