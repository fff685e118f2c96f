import { describeWanted } from "@fairclick/core/accounts/creator-content";
import { describeAudience } from "@fairclick/core/campaigns/audience";
import { t } from "@fairclick/core/language/t";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { rich } from "../../../language/rich";
import { campaignQuery, campaignStatsQuery } from "../../../queries/own-campaigns";
import { parseRange } from "../../../queries/series-window";
import { useLoadedQuery } from "../../../queries/use-loaded-query";
import { LimitsNote } from "../../../ui/campaigns/limits-note";
import { NextPrice } from "../../../ui/campaigns/next-price";
import { JudgedUpTo } from "../../../ui/clicks/judged-up-to";
import { Money } from "../../../ui/figure";
import { formatDay } from "../../../ui/format/day";
import { PageHeading } from "../../../ui/page-heading";
import { ProgressBar } from "../../../ui/progress-bar";
import { Tabs } from "../../../ui/tabs";
import { percentUsed } from "../campaign-figures";
import { CampaignStanding } from "../campaign-status-mark";
import { CampaignActions } from "./campaign-actions";
import { CampaignCreators } from "./campaign-creators";
import { CampaignDialogs } from "./campaign-dialogs";
import { CampaignReceipt } from "./campaign-receipt";
import { CampaignSeries } from "./campaign-series";
import { CampaignStrip } from "./campaign-stats";
import { StopNotice } from "./stop-notice";
import { VerdictReceipt } from "./verdict-receipt";

const sections = ["overview", "creators", "clicks", "conversions", "set-up"] as const;
type Section = (typeof sections)[number];

/** State of the page in its address. Unknown names mean the overview, the default range, and no dialog. */
export type CampaignPageView = {
  section?: string;
  range?: string;
  dialog?: string;
  /** The filter of the list of clicks; undefined while the list is closed. */
  clicks?: string;
};

type CampaignPageProps = {
  id: string;
  view: CampaignPageView;
  onChange: (view: CampaignPageView) => void;
  /** Content of the sections that belong to other features. */
  clicks: ReactNode;
  conversions: ReactNode;
  setUp: ReactNode;
};

export function CampaignPage({ id, view, onChange, ...content }: CampaignPageProps) {
  const { data: campaign } = useLoadedQuery(campaignQuery(id));
  const { data: stats } = useLoadedQuery(campaignStatsQuery(id));
  const { name, startDate, endDate, payoutPerClick } = campaign;
  const { dialog, ...closed } = view;
  const { clicks: _clicks, section: _section, ...common } = closed;
  const paysFor = describeAudience(campaign.audience);
  const wanted = describeWanted(campaign.wanted);
  return (
    <>
      <p className="mb-2">
        <Link to="/app/campaigns">{t`All your campaigns`}</Link>
      </p>
      <PageHeading
        title={name}
        lead={rich`${<Money dollars={payoutPerClick} />} per click, ${<Day of={startDate} />} to ${<Day of={endDate} />}`}
      >
        <CampaignActions
          campaign={campaign}
          stopped={stats.stopped}
          onDialog={(next) => onChange({ ...closed, dialog: next })}
        />
      </PageHeading>
      <StopNotice stopped={stats.stopped} pendingGameUrl={stats.pendingGameUrl} />
      {paysFor === null ? null : <p className="mb-4 text-soft">{paysFor}</p>}
      {wanted === null ? null : <p className="mb-4 text-soft">{t`Wants creators of: ${wanted}`}</p>}
      <LimitsNote limits={campaign.limits} />
      <NextPrice campaign={campaign} />
      <div className="mb-6 flex flex-wrap items-center gap-4">
        <CampaignStanding campaign={campaign} />
        <div className="min-w-56 flex-1">
          <ProgressBar percent={percentUsed(campaign)} label={t`Budget used`} />
        </div>
        <JudgedUpTo at={stats.judgedUpTo} />
      </div>
      <Tabs<Section>
        label={t`Sections of this campaign`}
        current={findSection(view)}
        onChange={(section) => onChange(section === "overview" ? common : { ...common, section })}
        tabs={[
          {
            name: "overview",
            label: t`Overview`,
            content: () => (
              <div className="grid grid-cols-1 gap-6">
                <CampaignStrip campaign={campaign} stats={stats} />
                <CampaignSeries
                  campaign={campaign}
                  range={parseRange(view.range)}
                  onRange={(range) => onChange({ ...closed, range })}
                />
                <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 lg:items-start">
                  <CampaignReceipt campaign={campaign} stats={stats} />
                  <VerdictReceipt stats={stats} />
                </div>
              </div>
            ),
          },
          {
            name: "creators",
            label: t`Creators`,
            content: () => <CampaignCreators campaign={campaign} />,
          },
          { name: "clicks", label: t`Clicks`, content: () => content.clicks },
          { name: "conversions", label: t`Conversions`, content: () => content.conversions },
          { name: "set-up", label: t`Set-up`, content: () => content.setUp },
        ]}
      />
      <CampaignDialogs
        dialog={dialog}
        campaign={campaign}
        stats={stats}
        onClose={() => onChange(closed)}
      />
    </>
  );
}

/** Returns the section in the address; without one, Clicks if the list of clicks is open, else Overview. */
function findSection({ section, clicks }: CampaignPageView): Section {
  return (
    sections.find((each) => each === section) ?? (clicks === undefined ? "overview" : "clicks")
  );
}

function Day({ of }: { of: string }) {
  return <span className="whitespace-nowrap">{formatDay(of)}</span>;
}
