import { describeWanted } from "@fairclick/core/campaigns/creator-content";
import { describeAudience } from "@fairclick/core/campaigns/describe-audience";
import { parseRobloxLink } from "@fairclick/core/clicks/roblox-link";
import type { SeriesStep } from "@fairclick/core/clicks/stats-series-schema";
import { Link } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { campaignQuery, campaignStatsQuery } from "../../../queries/own-campaigns";
import { useLoadedQuery } from "../../../queries/use-loaded-query";
import { LimitsNote } from "../../../ui/campaigns/limits-note";
import { NextPrice } from "../../../ui/campaigns/next-price";
import { JudgedUpTo } from "../../../ui/clicks/judged-up-to";
import { Money } from "../../../ui/figure";
import { formatDay } from "../../../ui/format/day";
import { PageHeading } from "../../../ui/page-heading";
import { Part } from "../../../ui/part";
import { ProgressBar } from "../../../ui/progress-bar";
import { percentUsed } from "../campaign-figures";
import { CampaignStanding } from "../campaign-status-mark";
import { CampaignActions } from "./campaign-actions";
import { CampaignReceipt } from "./campaign-receipt";
import { CampaignSeries } from "./campaign-series";
import { CampaignStrip } from "./campaign-stats";
import { LinksTable } from "./links-table";
import { ShareLinks } from "./share-links";
import { StopNotice } from "./stop-notice";
import { VerdictReceipt } from "./verdict-receipt";

const AddBudgetDialog = lazy(async () => ({
  default: (await import("./add-budget-dialog")).AddBudgetDialog,
}));
const AudienceDialog = lazy(async () => ({
  default: (await import("./audience-dialog")).AudienceDialog,
}));
const EditCampaignDialog = lazy(async () => ({
  default: (await import("./edit-campaign-dialog")).EditCampaignDialog,
}));
const EndCampaignDialog = lazy(async () => ({
  default: (await import("./end-campaign-dialog")).EndCampaignDialog,
}));
const GameUrlDialog = lazy(async () => ({
  default: (await import("./game-url-dialog")).GameUrlDialog,
}));
const JoinRuleDialog = lazy(async () => ({
  default: (await import("./join-rule-dialog")).JoinRuleDialog,
}));
const JoinRequests = lazy(async () => ({
  default: (await import("./join-requests")).JoinRequests,
}));
const LimitsDialog = lazy(async () => ({
  default: (await import("./limits-dialog")).LimitsDialog,
}));
const MoveEndDialog = lazy(async () => ({
  default: (await import("./move-end-dialog")).MoveEndDialog,
}));
const PriceDialog = lazy(async () => ({
  default: (await import("./price-dialog")).PriceDialog,
}));
const WantedDialog = lazy(async () => ({
  default: (await import("./wanted-dialog")).WantedDialog,
}));

/** An unknown `dialog` opens none. */
export type CampaignPageView = { by?: "hour"; dialog?: string; clicks?: string };

type CampaignPageProps = {
  id: string;
  view: CampaignPageView;
  onChange: (view: CampaignPageView) => void;
  /** Conversions of the campaign, shown below its links. */
  conversions: ReactNode;
  /** Every click of the campaign, shown below its links. */
  clicks: ReactNode;
};

export function CampaignPage({ id, view, onChange, conversions, clicks }: CampaignPageProps) {
  const { data: campaign } = useLoadedQuery(campaignQuery(id));
  const { data: stats } = useLoadedQuery(campaignStatsQuery(id));
  const { name, startDate, endDate, payoutPerClick } = campaign;
  const { dialog, ...closed } = view;
  const paysFor = describeAudience(campaign.audience);
  const wanted = describeWanted(campaign.wanted);
  const showStep = (step: SeriesStep) => {
    const { by, ...others } = closed;
    onChange(step === "hour" ? { ...others, by: "hour" } : others);
  };
  return (
    <>
      <p className="mb-2">
        <Link to="/app/campaigns">All your campaigns</Link>
      </p>
      <PageHeading
        title={name}
        lead={
          <>
            <Money dollars={payoutPerClick} /> per click, {formatDay(startDate)} to{" "}
            {formatDay(endDate)}
          </>
        }
      >
        <CampaignActions
          campaign={campaign}
          stopped={stats.stopped}
          onDialog={(next) => onChange({ ...closed, dialog: next })}
        />
      </PageHeading>
      <StopNotice stopped={stats.stopped} pendingGameUrl={stats.pendingGameUrl} />
      {paysFor === null ? null : <p className="mb-4 text-soft">{paysFor}</p>}
      {wanted === null ? null : <p className="mb-4 text-soft">Wants creators of: {wanted}</p>}
      <LimitsNote limits={campaign.limits} />
      <NextPrice campaign={campaign} />
      <div className="mb-6 flex flex-wrap items-center gap-4">
        <CampaignStanding campaign={campaign} />
        <div className="min-w-56 flex-1">
          <ProgressBar percent={percentUsed(campaign)} label="Budget used" />
        </div>
        <JudgedUpTo at={stats.judgedUpTo} />
      </div>
      <div className="grid grid-cols-1 gap-6">
        <CampaignStrip id={id} stats={stats} />
        <CampaignSeries campaign={campaign} step={view.by ?? "day"} onStep={showStep} />
        <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
          <CampaignReceipt campaign={campaign} stats={stats} />
          <VerdictReceipt stats={stats} />
        </div>
      </div>
      {campaign.whoMayJoin === "everybody" ? null : (
        <section aria-labelledby="requests" className="mt-12">
          <h2 id="requests" className="mb-4 text-xl">
            Requests to join
          </h2>
          <Part loading="Loading requests" failure="The requests could not be loaded.">
            <JoinRequests campaignId={id} />
          </Part>
        </section>
      )}
      <section aria-labelledby="links" className="mt-12">
        <h2 id="links" className="mb-4 text-xl">
          Links
        </h2>
        <Part loading="Loading links" failure="The links could not be loaded.">
          <LinksTable campaignId={id} />
          {parseRobloxLink(campaign.gameUrl) ? <ShareLinks campaignId={id} /> : null}
        </Part>
      </section>
      {clicks}
      {conversions}
      <Suspense fallback={null}>
        {dialog === "add-budget" ? (
          <AddBudgetDialog campaign={campaign} onClose={() => onChange(closed)} />
        ) : null}
        {dialog === "join-rule" ? (
          <JoinRuleDialog campaign={campaign} onClose={() => onChange(closed)} />
        ) : null}
        {dialog === "limits" ? (
          <LimitsDialog campaign={campaign} onClose={() => onChange(closed)} />
        ) : null}
        {dialog === "price" ? (
          <PriceDialog campaign={campaign} onClose={() => onChange(closed)} />
        ) : null}
        {dialog === "move-end" ? (
          <MoveEndDialog campaign={campaign} onClose={() => onChange(closed)} />
        ) : null}
        {dialog === "game-url" ? (
          <GameUrlDialog campaign={campaign} onClose={() => onChange(closed)} />
        ) : null}
        {dialog === "audience" ? (
          <AudienceDialog campaign={campaign} onClose={() => onChange(closed)} />
        ) : null}
        {dialog === "wanted" ? (
          <WantedDialog campaign={campaign} onClose={() => onChange(closed)} />
        ) : null}
        {dialog === "edit" ? (
          <EditCampaignDialog campaign={campaign} onClose={() => onChange(closed)} />
        ) : null}
        {dialog === "end" ? (
          <EndCampaignDialog campaign={campaign} stats={stats} onClose={() => onChange(closed)} />
        ) : null}
      </Suspense>
    </>
  );
}
