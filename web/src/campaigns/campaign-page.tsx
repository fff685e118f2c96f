import { describeWanted } from "@fairclick/core/accounts/creator-content";
import { describeAudience } from "@fairclick/core/campaigns/audience";
import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { parseRobloxLink } from "@fairclick/core/campaigns/destination";
import { REVIEW_HOURS } from "@fairclick/core/campaigns/status";
import type { CampaignStatsResponse } from "@fairclick/core/clicks/stats";
import { t } from "@fairclick/core/language/t";
import { Link } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { rich } from "../language/rich";
import { campaignQuery, campaignStatsQuery } from "../queries/own-campaigns";
import { parseRange } from "../queries/series-window";
import { useLoadedQuery } from "../queries/use-loaded-query";
import { Button, ButtonLink } from "../ui/button";
import { Money } from "../ui/figures";
import { formatDay, formatMoment } from "../ui/format";
import { JudgedUpTo } from "../ui/judged-up-to";
import { PageHeading, Part } from "../ui/layout";
import { LimitsNote } from "../ui/limits-note";
import { NextPrice } from "../ui/next-price";
import { ProgressBar } from "../ui/progress-bar";
import { Tabs } from "../ui/tabs";
import { useCampaignChanges } from "./campaign-changes";
import { LinksTable, ShareLinks } from "./campaign-links";
import { CampaignReceipt, CampaignSeries, CampaignStrip, VerdictReceipt } from "./campaign-stats";
import { CampaignStanding, percentUsed } from "./campaign-status-mark";
import { PayAndLaunch } from "./pay-and-launch";

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

export type CampaignDialog =
  | "add-budget"
  | "audience"
  | "cover"
  | "edit"
  | "end"
  | "game-url"
  | "join-rule"
  | "limits"
  | "move-end"
  | "price"
  | "wanted";

type CampaignActionsProps = {
  campaign: CampaignResponse;
  stopped: CampaignStatsResponse["stopped"];
  onDialog: (dialog: CampaignDialog) => void;
};

/** Actions on a campaign that its status allows. */
function CampaignActions({ campaign, stopped, onDialog }: CampaignActionsProps) {
  if (campaign.status === "DISABLED") return null;
  const duplicate = (
    <ButtonLink to="/app/campaigns/create" search={{ copy: campaign._id }}>
      {t`Duplicate`}
    </ButtonLink>
  );
  if (campaign.status === "ENDED") return duplicate;
  return (
    <div className="min-w-0 max-w-full space-y-3">
      <div className="flex flex-wrap gap-3 empty:hidden">
        {stopped ? null : <NextAction campaign={campaign} />}
        {stopped || campaign.status === "AWAITING_FUNDS" ? null : (
          <Button
            variant={campaign.status === "EXHAUSTED" ? "primary" : "secondary"}
            onClick={() => onDialog("add-budget")}
          >
            {t`Add Budget`}
          </Button>
        )}
      </div>
      <div className="scroll-row gap-3 sm:flex-wrap">
        <Button onClick={() => onDialog("price")}>{t`Change Price`}</Button>
        <Button onClick={() => onDialog("limits")}>{t`Limits`}</Button>
        <Button onClick={() => onDialog("move-end")}>{t`Change End Date`}</Button>
        {campaign.status === "IN_REVIEW" || stopped?.by === "report" ? null : (
          <Button onClick={() => onDialog("game-url")}>{t`Change Game URL`}</Button>
        )}
        {canChangeAudience(campaign) ? (
          <Button onClick={() => onDialog("audience")}>{t`Change Audience`}</Button>
        ) : null}
        <Button onClick={() => onDialog("wanted")}>{t`Wanted Creators`}</Button>
        <Button onClick={() => onDialog("join-rule")}>{t`Who May Join`}</Button>
        <Button onClick={() => onDialog("edit")}>{t`Edit Texts`}</Button>
        <Button onClick={() => onDialog("cover")}>{t`Cover Image`}</Button>
        {duplicate}
        {stopped && stopped.by !== "review" && stopped.by !== "report" ? null : (
          <Button onClick={() => onDialog("end")}>{t`End Campaign`}</Button>
        )}
      </div>
    </div>
  );
}

/** The audience of a funded campaign can only grow, and everybody is the largest. */
function canChangeAudience({ status, audience }: CampaignResponse): boolean {
  return status === "AWAITING_FUNDS" || audience.countries !== null || audience.devices !== null;
}

function NextAction({ campaign }: { campaign: CampaignResponse }) {
  const { edit } = useCampaignChanges(campaign._id);
  switch (campaign.status) {
    case "AWAITING_FUNDS":
      return (
        <>
          <PayAndLaunch campaign={campaign} />
          <ButtonLink to="/app/payments">{t`Add Funds`}</ButtonLink>
        </>
      );
    case "ACTIVE":
    case "SCHEDULED":
      return (
        <Button disabled={edit.isPending} onClick={() => edit.mutate({ isActive: false })}>
          {edit.isPending ? t`Pausing...` : t`Pause Campaign`}
        </Button>
      );
    case "PAUSED":
      return (
        <Button
          variant="primary"
          disabled={edit.isPending}
          onClick={() => edit.mutate({ isActive: true })}
        >
          {edit.isPending ? t`Resuming...` : t`Resume Campaign`}
        </Button>
      );
    case "IN_REVIEW":
    case "EXHAUSTED":
    case "ENDED":
    case "DISABLED":
      return null;
  }
}

const AddBudgetDialog = lazy(async () => ({
  default: (await import("./add-budget-dialog")).AddBudgetDialog,
}));
const AudienceDialog = lazy(async () => ({
  default: (await import("./audience-dialog")).AudienceDialog,
}));
const CoverDialog = lazy(async () => ({ default: (await import("./cover-dialog")).CoverDialog }));
const EditCampaignDialog = lazy(async () => ({
  default: (await import("./campaign-settings")).EditCampaignDialog,
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
const LimitsDialog = lazy(async () => ({
  default: (await import("./limits-dialog")).LimitsDialog,
}));
const MoveEndDialog = lazy(async () => ({
  default: (await import("./move-end-dialog")).MoveEndDialog,
}));
const PriceDialog = lazy(async () => ({
  default: (await import("./campaign-money")).PriceDialog,
}));
const WantedDialog = lazy(async () => ({
  default: (await import("./wanted-dialog")).WantedDialog,
}));

type CampaignDialogsProps = {
  /** Name of the open dialog; unknown names open none. */
  dialog: string | undefined;
  campaign: CampaignResponse;
  stats: CampaignStatsResponse;
  onClose: () => void;
};

/** The dialogs that change a campaign, each loaded when it opens. */
function CampaignDialogs({ dialog, campaign, stats, onClose }: CampaignDialogsProps) {
  return (
    <Suspense fallback={null}>
      {dialog === "add-budget" ? <AddBudgetDialog campaign={campaign} onClose={onClose} /> : null}
      {dialog === "join-rule" ? <JoinRuleDialog campaign={campaign} onClose={onClose} /> : null}
      {dialog === "limits" ? <LimitsDialog campaign={campaign} onClose={onClose} /> : null}
      {dialog === "price" ? <PriceDialog campaign={campaign} onClose={onClose} /> : null}
      {dialog === "move-end" ? <MoveEndDialog campaign={campaign} onClose={onClose} /> : null}
      {dialog === "game-url" ? <GameUrlDialog campaign={campaign} onClose={onClose} /> : null}
      {dialog === "audience" ? <AudienceDialog campaign={campaign} onClose={onClose} /> : null}
      {dialog === "wanted" ? <WantedDialog campaign={campaign} onClose={onClose} /> : null}
      {dialog === "cover" ? <CoverDialog campaign={campaign} onClose={onClose} /> : null}
      {dialog === "edit" ? <EditCampaignDialog campaign={campaign} onClose={onClose} /> : null}
      {dialog === "end" ? (
        <EndCampaignDialog campaign={campaign} stats={stats} onClose={onClose} />
      ) : null}
    </Suspense>
  );
}

const JoinRequests = lazy(async () => ({
  default: (await import("./join-requests")).JoinRequests,
}));

/** The creators of a campaign: requests to join, and the links of those who joined. */
function CampaignCreators({ campaign }: { campaign: CampaignResponse }) {
  const { _id: id, gameUrl, whoMayJoin } = campaign;
  return (
    <>
      {whoMayJoin === "everybody" ? null : (
        <section aria-labelledby="requests" className="mb-12">
          <h2 id="requests" className="mb-4 text-xl">
            {t`Requests to join`}
          </h2>
          <Part loading={t`Loading requests`} failure={t`The requests could not be loaded.`}>
            <JoinRequests campaignId={id} />
          </Part>
        </section>
      )}
      <section aria-labelledby="links">
        <h2 id="links" className="mb-4 text-xl">
          {t`Links`}
        </h2>
        <Part loading={t`Loading links`} failure={t`The links could not be loaded.`}>
          <LinksTable campaignId={id} />
          {parseRobloxLink(gameUrl) ? <ShareLinks campaignId={id} /> : null}
        </Part>
      </section>
    </>
  );
}

type StopNoticeProps = Pick<CampaignStatsResponse, "stopped" | "pendingGameUrl">;

/**
 * Notice of a campaign that Fairclick stopped, so that its developer cannot start it again, or of what
 * waits for review.
 */
function StopNotice({ stopped, pendingGameUrl }: StopNoticeProps) {
  if (!stopped) return <PendingAddress gameUrl={pendingGameUrl} />;
  if (stopped.by === "review") return <WaitingCampaign reason={stopped.reason} />;
  if (stopped.by === "report") return <ReportedCampaign reason={stopped.reason} />;
  return (
    <div role="note" className="mb-6 border-2 border-refused px-4 py-3">
      <p className="font-semibold">{describeStop(stopped)}</p>
      <p>
        {stopped.reason ?? t`Ask support for the reason.`} {t`Only Fairclick can lift this.`}
      </p>
    </div>
  );
}

function describeStop({ how, since }: NonNullable<StopNoticeProps["stopped"]>): string {
  switch (how) {
    case "paused":
      return t`Fairclick paused this campaign on ${formatMoment(since)}.`;
    case "disabled":
      return t`Fairclick disabled this campaign on ${formatMoment(since)}.`;
  }
}

function WaitingCampaign({ reason }: { reason: string | null }) {
  return (
    <div role="note" className="mb-6 border-2 border-held px-4 py-3">
      <p className="font-semibold">{t`This campaign is not live yet.`}</p>
      <p>
        {reason}{" "}
        {t`Its budget is reserved meanwhile, and returns to your wallet if it is rejected or you end it.`}
      </p>
    </div>
  );
}

function ReportedCampaign({ reason }: { reason: string | null }) {
  return (
    <div role="note" className="mb-6 border-2 border-refused px-4 py-3">
      <p className="font-semibold">{t`Visitors of this campaign see a warning.`}</p>
      <p className="break-words">
        {reason}{" "}
        {t`Its clicks are not paid, and nobody can join. You can end it: what is left of its budget then returns to your wallet. If this is a mistake, or the page is clean again, ask support to look at it once more.`}
      </p>
    </div>
  );
}

function PendingAddress({ gameUrl }: { gameUrl: string | null }) {
  if (gameUrl === null) return null;
  return (
    <div role="note" className="mb-6 border-2 border-held px-4 py-3">
      <p className="font-semibold">{t`The new game URL waits for review.`}</p>
      <p className="break-all">{gameUrl}</p>
      <p>
        {t`Visitors are sent to the former one until an operator approves it, within ${REVIEW_HOURS} hours.`}
      </p>
    </div>
  );
}
