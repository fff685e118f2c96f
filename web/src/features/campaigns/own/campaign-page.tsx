import type { SeriesStep } from "@fairclick/core/clicks/stats-series-schema";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { errorMessage } from "../../../api/answer";
import { campaignQuery, campaignStatsQuery } from "../../../queries/campaigns";
import { JudgedUpTo } from "../../../ui/clicks/judged-up-to";
import { Money } from "../../../ui/figure";
import { formatDay } from "../../../ui/format/day";
import { Failure } from "../../../ui/notices";
import { PageHeading } from "../../../ui/page-heading";
import { ProgressBar } from "../../../ui/progress-bar";
import { Spinner } from "../../../ui/spinner";
import { percentUsed } from "../campaign-figures";
import { CampaignStanding } from "../campaign-status-mark";
import { CampaignActions, type CampaignDialog } from "./campaign-actions";
import { CampaignReceipt } from "./campaign-receipt";
import { CampaignSeries } from "./campaign-series";
import { CampaignStrip } from "./campaign-stats";
import { LinksTable } from "./links-table";
import { StopNotice } from "./stop-notice";
import { VerdictReceipt } from "./verdict-receipt";

const EditCampaignDialog = lazy(async () => ({
  default: (await import("./edit-campaign-dialog")).EditCampaignDialog,
}));
const EndCampaignDialog = lazy(async () => ({
  default: (await import("./end-campaign-dialog")).EndCampaignDialog,
}));

export type CampaignPageView = { by?: "hour"; dialog?: CampaignDialog };

type CampaignPageProps = {
  id: string;
  view: CampaignPageView;
  onChange: (view: CampaignPageView) => void;
  /** Conversions of the campaign, shown below its links. */
  conversions: ReactNode;
};

export function CampaignPage({ id, view, onChange, conversions }: CampaignPageProps) {
  const campaign = useQuery(campaignQuery(id));
  const stats = useQuery(campaignStatsQuery(id));
  if (!campaign.data || !stats.data) {
    const error = campaign.error ?? stats.error;
    return error ? (
      <Failure
        message={errorMessage(error, "This campaign could not be loaded.")}
        onRetry={() => void Promise.all([campaign.refetch(), stats.refetch()])}
      />
    ) : (
      <Spinner label="Loading campaign" />
    );
  }
  const { name, startDate, endDate, payoutPerClick } = campaign.data;
  const { dialog, ...closed } = view;
  const byStep = (step: SeriesStep) => onChange(step === "hour" ? { by: "hour" } : {});
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
          campaign={campaign.data}
          stopped={stats.data.stopped}
          onDialog={(next) => onChange({ ...closed, dialog: next })}
        />
      </PageHeading>
      <StopNotice stopped={stats.data.stopped} />
      <div className="mb-6 flex flex-wrap items-center gap-4">
        <CampaignStanding campaign={campaign.data} />
        <div className="min-w-56 flex-1">
          <ProgressBar percent={percentUsed(campaign.data)} label="Budget used" />
        </div>
        <JudgedUpTo at={stats.data.judgedUpTo} />
      </div>
      <div className="grid grid-cols-1 gap-6">
        <CampaignStrip id={id} stats={stats.data} />
        <CampaignSeries campaign={campaign.data} step={view.by ?? "day"} onStep={byStep} />
        <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
          <CampaignReceipt campaign={campaign.data} stats={stats.data} />
          <VerdictReceipt stats={stats.data} />
        </div>
      </div>
      <section aria-labelledby="links" className="mt-12">
        <h2 id="links" className="mb-4 text-xl">
          Links
        </h2>
        <LinksTable campaignId={id} />
      </section>
      {conversions}
      <Suspense fallback={null}>
        {dialog === "edit" ? (
          <EditCampaignDialog campaign={campaign.data} onClose={() => onChange(closed)} />
        ) : null}
        {dialog === "end" ? (
          <EndCampaignDialog
            campaign={campaign.data}
            stats={stats.data}
            onClose={() => onChange(closed)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
