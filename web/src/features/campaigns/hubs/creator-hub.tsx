import { t } from "@fairclick/core/language/t";
import { lazy, type ReactNode, Suspense } from "react";
import { HUB_FAILURE } from "../../../queries/campaigns";
import type { MarketView } from "../../../queries/market-view";
import { PageHeading } from "../../../ui/page-heading";
import { Part } from "../../../ui/part";
import { SearchBox } from "../../../ui/search-box";
import { Tabs } from "../../../ui/tabs";
import { Start } from "../start/start";
import { newcomersGuide } from "../start/start-role";
import { CreatorStats } from "./creator-stats";
import { JoinableCampaigns } from "./joinable-campaigns";

const UnsupportedCountry = lazy(async () => ({
  default: (await import("../../../policy/unsupported-country")).UnsupportedCountry,
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
