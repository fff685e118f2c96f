import { describeWanted } from "@fairclick/core/accounts/creator-content";
import { describeAudience } from "@fairclick/core/campaigns/audience";
import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import type { CampaignStatsResponse } from "@fairclick/core/clicks/stats";
import { t } from "@fairclick/core/language/t";
import { Link } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { rich } from "../language/rich";
import { campaignQuery } from "../queries/campaigns";
import { campaignSeriesQuery, campaignStatsQuery } from "../queries/clicks";
import { parseRange } from "../queries/series-window";
import { useLoadedQuery } from "../queries/use-loaded-query";
import { Button, ButtonLink } from "../ui/button";
import { NextPrice } from "../ui/campaigns";
import { ClicksOverTime } from "../ui/clicks-over-time";
import { Money, Receipt } from "../ui/figures";
import { formatDay } from "../ui/format";
import { JudgedUpTo } from "../ui/judged-up-to";
import { PageHeading, Spinner } from "../ui/layout";
import { LimitsNote } from "../ui/limits-note";
import { Tabs } from "../ui/tabs";
import { CampaignMenu } from "./campaign-menu";
import { BudgetLeft, CampaignReceipt, VerdictReceipt } from "./campaign-stats";
import { CampaignStanding, PauseButton, StopNotice } from "./campaign-status";
import { PayAndLaunch } from "./pay-and-launch";

const sections = ["overview", "creators", "clicks", "conversions"] as const;
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
};

export function CampaignPage({ id, view, onChange, ...content }: CampaignPageProps) {
  const { data: campaign } = useLoadedQuery(campaignQuery(id));
  const { data: stats } = useLoadedQuery(campaignStatsQuery(id));
  const { name, startDate, endDate, payoutPerClick } = campaign;
  const section = findSection(view);
  const { dialog, ...closed } = view;
  const { clicks: _clicks, section: _section, ...common } = closed;
  const open = (name: "add-budget" | "end") => onChange({ ...closed, dialog: name });
  const range = parseRange(view.range);
  const paysFor = describeAudience(campaign.audience);
  const wanted = describeWanted(campaign.wanted);
  return (
    <>
      {/* On a phone, the bar below leads there. */}
      <p className="mb-2 max-sm:hidden">
        <Link to="/app/campaigns">{t`All your campaigns`}</Link>
      </p>
      <PageHeading
        title={name}
        lead={rich`${<Money dollars={payoutPerClick} />} per click, ${<Day of={startDate} />} to ${<Day of={endDate} />}`}
      >
        <div className="flex items-center gap-4 max-sm:w-full">
          <img
            src={campaign.cover.image}
            alt=""
            width={128}
            height={72}
            className="aspect-video w-20 rounded-sm border-2 border-edge object-cover sm:w-32"
          />
          <CampaignStanding campaign={campaign} />
          <span className="ml-auto">
            <CampaignMenu campaign={campaign} stopped={stats.stopped} onEnd={() => open("end")} />
          </span>
        </div>
      </PageHeading>
      <StopNotice stopped={stats.stopped} pendingGameUrl={stats.pendingGameUrl} />
      <Receipt className="mb-6">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <BudgetLeft campaign={campaign} stats={stats} />
          <CampaignActions
            campaign={campaign}
            stopped={stats.stopped}
            onAddBudget={() => open("add-budget")}
          />
        </div>
        <div className="mt-4 space-y-1 text-sm text-soft empty:hidden">
          {/* The creators' figures have a time of their own. */}
          {section === "creators" ? null : <JudgedUpTo at={stats.judgedUpTo} />}
          {paysFor === null ? null : <p>{paysFor}</p>}
          {wanted === null ? null : <p>{t`Wants creators of: ${wanted}`}</p>}
        </div>
      </Receipt>
      <LimitsNote limits={campaign.limits} />
      <NextPrice campaign={campaign} />
      <Tabs<Section>
        label={t`Sections of this campaign`}
        current={section}
        onChange={(section) => onChange(section === "overview" ? common : { ...common, section })}
        tabs={[
          {
            name: "overview",
            label: t`Overview`,
            content: () => (
              <div className="grid grid-cols-1 gap-6">
                <ClicksOverTime
                  range={range}
                  onRange={(next) => onChange({ ...closed, range: next })}
                  query={campaignSeriesQuery(id, { range, begin: startDate })}
                />
                <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 lg:items-start">
                  <CampaignReceipt campaign={campaign} stats={stats} />
                  {stats.clicks.total > 0 ? <VerdictReceipt stats={stats} /> : null}
                </div>
              </div>
            ),
          },
          {
            name: "creators",
            label: t`Creators`,
            content: () => (
              <Suspense fallback={<Spinner label={t`Loading links`} />}>
                <CampaignCreators campaign={campaign} />
              </Suspense>
            ),
          },
          { name: "clicks", label: t`Clicks`, content: () => content.clicks },
          { name: "conversions", label: t`Conversions`, content: () => content.conversions },
        ]}
      />
      <Suspense fallback={null}>
        {dialog === "add-budget" ? (
          <AddBudgetDialog campaign={campaign} onClose={() => onChange(closed)} />
        ) : null}
        {dialog === "end" ? (
          <EndCampaignDialog campaign={campaign} stats={stats} onClose={() => onChange(closed)} />
        ) : null}
      </Suspense>
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

type CampaignActionsProps = {
  campaign: CampaignResponse;
  stopped: CampaignStatsResponse["stopped"];
  onAddBudget: () => void;
};

/** What a developer does most with a campaign of this status; the menu has the rest. */
function CampaignActions({ campaign, stopped, onAddBudget }: CampaignActionsProps) {
  const { _id: campaignId, status } = campaign;
  const isOver = status === "ENDED" || status === "DISABLED";
  return (
    <div className="flex min-w-0 max-w-full flex-wrap gap-2 empty:hidden max-sm:*:px-4">
      {stopped || status !== "AWAITING_FUNDS" ? null : <PayAndLaunch campaign={campaign} />}
      {stopped || isOver || status === "AWAITING_FUNDS" ? null : (
        <Button variant={status === "PAUSED" ? "secondary" : "primary"} onClick={onAddBudget}>
          {t`Add Budget`}
        </Button>
      )}
      {stopped ? null : <PauseButton campaign={campaign} />}
      {status === "ENDED" ? (
        <ButtonLink to="/app/campaigns/create" search={{ copy: campaignId }} variant="primary">
          {t`Duplicate`}
        </ButtonLink>
      ) : null}
    </div>
  );
}

const AddBudgetDialog = lazy(async () => ({
  default: (await import("./add-budget-dialog")).AddBudgetDialog,
}));
const EndCampaignDialog = lazy(async () => ({
  default: (await import("./end-campaign-dialog")).EndCampaignDialog,
}));
const CampaignCreators = lazy(async () => ({
  default: (await import("./campaign-creators")).CampaignCreators,
}));
